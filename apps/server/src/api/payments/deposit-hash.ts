import { depositClaim, idempotencyHeaders, operation } from '@plecho/contract';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import type { Server, Services } from '../server.ts';
import { holderOf } from './holder.ts';

/** «Перевод сделан»: names the transaction that is to be credited. */
export function depositHashRoute(app: Server, services: Services): void {
  const schema = { headers: idempotencyHeaders, body: depositClaim, response: { 200: operation } };
  app.post('/payments/deposit/hash', { schema }, async (request) => {
    const { deposits, operations } = services.payments;
    const key = idempotencyKeyOf(request, services.clock.now());
    return operations.made(await deposits.claim(await holderOf(services, request), request.body, key));
  });
}
