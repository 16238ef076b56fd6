import { depositClaim, idempotencyHeaders, operation } from '@plecho/contract';
import { toWireOperationAsMade } from '../../wire/payments.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import type { Server, Services } from '../server.ts';
import { holderOf } from './holder.ts';

/** «Перевод сделан»: names the transaction that is to be credited. */
export function depositHashRoute(app: Server, services: Services): void {
  const schema = { headers: idempotencyHeaders, body: depositClaim, response: { 200: operation } };
  app.post('/payments/deposit/hash', { schema }, async (request) => {
    const key = idempotencyKeyOf(request, services.clock.now());
    const made = await services.payments.deposits.claim(await holderOf(services, request), request.body, key);
    return toWireOperationAsMade(services.markets.mainId, made);
  });
}
