import { bankConfirmation, cardAnswer, cardTopUp, idempotencyHeaders, type CardAnswer } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { asMade } from '../../payments/operations.ts';
import type { OperationRecord } from '../../payments/ports.ts';
import { toBankStep, toWireOperation, toWireOperationAsMade } from '../../wire/payments.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { idOf } from '../trading/parse.ts';
import { holderOf } from './holder.ts';

const params = z.strictObject({ id: z.string() });
const topUpId = (text: string): bigint => idOf(text, 'operation_not_found');

/** Begins a top-up with a practice card; the answer says what the bank asks for. */
export function depositCardRoute(app: Server, services: Services): void {
  const schema = { headers: idempotencyHeaders, body: cardTopUp, response: { 200: cardAnswer } };
  app.post('/payments/deposit/card', { schema }, async (request) => {
    const { cards } = services.payments;
    const { amountRub, card } = request.body;
    const key = idempotencyKeyOf(request, services.clock.now());
    const made = await cards.begin(await holderOf(services, request), amountRub, card, key);
    return { operation: toWireOperationAsMade(services.markets.mainId, made), bank: toBankStep(asMade(made)) };
  });
}

/** The simulated bank: what it asks for, its answer, and the way back. */
export function bankRoutes(app: Server, { payments, markets, clock }: Services): void {
  const asked = (request: FastifyRequest<{ Params: { id: string } }>) => ({
    userId: identityOf(request).user.id,
    operationId: topUpId(request.params.id),
    key: idempotencyKeyOf(request, clock.now()),
  });
  const answer = (operation: OperationRecord): CardAnswer => ({
    operation: toWireOperation(markets.mainId, operation, clock.now()),
    bank: toBankStep(operation),
  });
  const response = { 200: cardAnswer };

  app.get('/payments/deposit/card/:id', { schema: { params, response } }, async (request) => {
    return answer(await payments.cards.find(identityOf(request).user.id, topUpId(request.params.id)));
  });

  const headers = idempotencyHeaders;
  const confirm = { params, headers, body: bankConfirmation, response };
  app.post('/payments/deposit/card/:id/confirm', { schema: confirm }, async (request) => {
    return answer(await payments.cards.confirm(asked(request), request.body.code ?? null));
  });

  app.post('/payments/deposit/card/:id/cancel', { schema: { params, headers, response } }, async (request) => {
    return answer(await payments.cards.cancel(asked(request)));
  });
}
