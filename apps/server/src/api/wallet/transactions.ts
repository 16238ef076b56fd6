import { walletTransactionList, walletTransactionQuery } from '@plecho/contract';
import { pageOf, pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** What came to and went from the wallet of whoever asks, newest first. */
export function walletTransactionsRoute(app: Server, { wallets }: Services): void {
  const schema = { querystring: walletTransactionQuery, response: { 200: walletTransactionList } };
  app.get('/wallet/transactions', { schema }, async (request) => {
    const { beforeId, limit } = pageRequest(request.query);
    const found = await wallets.transactions(identityOf(request).user.id, { beforeId, limit: limit + 1 });
    const { items, nextCursor } = pageOf(found, limit, ({ id }) => id.toString());
    return { items: items.map(({ transaction }) => transaction), nextCursor };
  });
}
