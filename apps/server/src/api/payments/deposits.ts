import { api } from '@plecho/contract';
import { toWireOperationAsMade } from '../../wire/payments.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { holderOf } from './holder.ts';

/** Where the account of whoever asks receives coins, and «Перевод сделан». */
export function depositRoutes(app: Server, services: Services): void {
  handle(app, api.deposits.addresses, async (request) => {
    const { asset } = request.query;
    const items = await services.network.depositAddresses(identityOf(request).user.id);
    return { items: items.filter((item) => asset === undefined || item.asset === asset) };
  });

  handle(app, api.deposits.claim, async (request) => {
    const key = idempotencyKeyOf(request, services.clock.now());
    const made = await services.payments.deposits.claim(await holderOf(services, request), request.body, key);
    return toWireOperationAsMade(services.markets.mainId, made);
  });
}
