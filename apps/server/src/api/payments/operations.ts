import { api } from '@plecho/contract';
import { handle } from '../handle.ts';
import { pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { idOf } from '../trading/parse.ts';
import { holderOf } from './holder.ts';

/** Deposits, top-ups and withdrawals of whoever asks. */
export function operationRoutes(app: Server, services: Services): void {
  const { payments } = services;

  handle(app, api.operations.list, async (request) => {
    const { type, status } = request.query;
    const page = pageRequest(request.query);
    const { accountId } = await holderOf(services, request);
    return payments.operations.page({ ...page, accountId, type, status });
  });

  handle(app, api.operations.one, async (request) => {
    const id = idOf(request.params.id, 'operation_not_found');
    return payments.operations.toWire(await payments.operations.find(identityOf(request).user.id, id));
  });
}
