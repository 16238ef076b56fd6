import { api, type CardAnswer } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';
import { asMade } from '../../payments/operations.ts';
import type { OperationRecord } from '../../payments/ports.ts';
import { toBankStep, toWireOperation, toWireOperationAsMade } from '../../wire/payments.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { idOf } from '../trading/parse.ts';
import { holderOf } from './holder.ts';

const topUpId = (text: string): bigint => idOf(text, 'operation_not_found');

/** Top-ups with a practice card, and the simulated bank: what it asks for, its answer, and the way back. */
export function cardRoutes(app: Server, services: Services): void {
  const { payments, markets, clock } = services;
  const asked = (request: FastifyRequest, id: string) => ({
    userId: identityOf(request).user.id,
    operationId: topUpId(id),
    key: idempotencyKeyOf(request, clock.now()),
  });
  const answer = (operation: OperationRecord): CardAnswer => ({
    operation: toWireOperation(markets.mainId, operation, clock.now()),
    bank: toBankStep(operation),
  });

  handle(app, api.cards.topUp, async (request) => {
    const { amountRub, card } = request.body;
    const key = idempotencyKeyOf(request, clock.now());
    const made = await payments.cards.begin(await holderOf(services, request), amountRub, card, key);
    return { operation: toWireOperationAsMade(markets.mainId, made), bank: toBankStep(asMade(made)) };
  });

  handle(app, api.cards.bankStep, async (request) =>
    answer(await payments.cards.find(identityOf(request).user.id, topUpId(request.params.id))),
  );

  handle(app, api.cards.confirm, async (request) =>
    answer(await payments.cards.confirm(asked(request, request.params.id), request.body.code ?? null)),
  );

  handle(app, api.cards.cancel, async (request) =>
    answer(await payments.cards.cancel(asked(request, request.params.id))),
  );
}
