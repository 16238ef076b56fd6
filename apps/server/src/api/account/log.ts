import { logList, logQuery } from '@plecho/contract';
import { formatUsdt } from '@plecho/domain';
import { pageOf, pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** «Журнал»: everything that was done to the account of whoever asks, newest first. */
export function accountLogRoute(app: Server, { accountLog }: Services): void {
  app.get('/account/log', { schema: { querystring: logQuery, response: { 200: logList } } }, async (request) => {
    const { beforeId, limit } = pageRequest(request.query);
    const found = await accountLog.list({ userId: identityOf(request).user.id, beforeId, limit: limit + 1 });
    return pageOf(
      found.map(({ id, at, kind, by, reason, marketId, amount }) => ({
        ...{ id: id.toString(), at, kind, by, reason, market: marketId },
        amount: amount === null ? null : formatUsdt(amount),
      })),
      limit,
      ({ id }) => id,
    );
  });
}
