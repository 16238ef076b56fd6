import { operation, operationList, operationQuery } from '@plecho/contract';
import * as z from 'zod';
import { pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { idOf } from '../trading/parse.ts';
import { holderOf } from './holder.ts';

/** Deposits, top-ups and withdrawals of whoever asks, newest first. */
export function operationsRoute(app: Server, services: Services): void {
  const schema = { querystring: operationQuery, response: { 200: operationList } };
  app.get('/payments/transactions', { schema }, async (request) => {
    const { type, status } = request.query;
    const page = pageRequest(request.query);
    const { accountId } = await holderOf(services, request);
    return services.payments.operations.page({ ...page, accountId, type, status });
  });
}

export function operationRoute(app: Server, { payments }: Services): void {
  const params = z.strictObject({ id: z.string() });
  app.get('/payments/transactions/:id', { schema: { params, response: { 200: operation } } }, async (request) => {
    const id = idOf(request.params.id, 'operation_not_found');
    return payments.operations.toWire(await payments.operations.find(identityOf(request).user.id, id));
  });
}
