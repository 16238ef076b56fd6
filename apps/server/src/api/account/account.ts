import { api } from '@plecho/contract';
import { formatUsdt } from '@plecho/domain';
import { toWireBalance } from '../../wire/balance.ts';
import { handle } from '../handle.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { marketOf } from '../trading/commands.ts';
import { viewOf } from '../trading/view.ts';

/** What the account of whoever asks holds, and everything that was done to it («Журнал»). */
export function accountRoutes(app: Server, services: Services): void {
  handle(app, api.account.balance, async (request) => {
    const market = marketOf(services, request.query.market);
    const view = await viewOf(services, request, market);
    return toWireBalance(market.definition, view, await market.lastPrices(view.positions.map(({ symbol }) => symbol)));
  });

  handle(app, api.account.log, async (request) => {
    const { beforeId, limit } = pageRequest(request.query);
    const userId = identityOf(request).user.id;
    const found = await services.accountLog.list({ userId, beforeId, limit: limit + 1 });
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
