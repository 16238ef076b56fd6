import { api } from '@plecho/contract';
import { toWireOperation } from '../../wire/payments.ts';
import { handle } from '../handle.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { idOf } from '../trading/parse.ts';
import { holderOf } from './holder.ts';

/** Deposits, top-ups and withdrawals of whoever asks. */
export function operationRoutes(app: Server, services: Services): void {
  const { payments, markets, clock } = services;

  handle(app, api.operations.list, async (request) => {
    const { type, status } = request.query;
    const { beforeId, limit } = pageRequest(request.query);
    const { accountId } = await holderOf(services, request);
    const found = await payments.operations.list({ accountId, beforeId, limit: limit + 1, type, status });
    const now = clock.now();
    const operations = found.map((each) => toWireOperation(markets.mainId, each, now));
    return pageOf(operations, limit, ({ id }) => id);
  });

  handle(app, api.operations.one, async (request) => {
    const id = idOf(request.params.id, 'operation_not_found');
    const found = await payments.operations.find(identityOf(request).user.id, id);
    return toWireOperation(markets.mainId, found, clock.now());
  });
}
