import { operation, operationList, operationQuery } from '@plecho/contract';
import * as z from 'zod';
import { toWireOperation } from '../../wire/payments.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { idOf } from '../trading/parse.ts';
import { holderOf } from './holder.ts';

/** Deposits, top-ups and withdrawals of whoever asks, newest first. */
export function operationsRoute(app: Server, services: Services): void {
  const schema = { querystring: operationQuery, response: { 200: operationList } };
  app.get('/payments/transactions', { schema }, async (request) => {
    const { type, status } = request.query;
    const { beforeId, limit } = pageRequest(request.query);
    const { accountId } = await holderOf(services, request);
    const found = await services.payments.operations.list({ accountId, beforeId, limit: limit + 1, type, status });
    const now = services.clock.now();
    const operations = found.map((each) => toWireOperation(services.markets.mainId, each, now));
    return pageOf(operations, limit, ({ id }) => id);
  });
}

export function operationRoute(app: Server, { payments, markets, clock }: Services): void {
  const params = z.strictObject({ id: z.string() });
  app.get('/payments/transactions/:id', { schema: { params, response: { 200: operation } } }, async (request) => {
    const id = idOf(request.params.id, 'operation_not_found');
    const found = await payments.operations.find(identityOf(request).user.id, id);
    return toWireOperation(markets.mainId, found, clock.now());
  });
}
