import { api } from '@plecho/contract';
import { toWireTransactionAsSent, toWireWalletBalance, toWireWalletTransaction } from '../../wire/network.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** The practice wallet of whoever asks. */
export function walletRoutes(app: Server, { wallets, clock }: Services): void {
  handle(app, api.wallet.balances, async (request) => ({
    items: (await wallets.balances(identityOf(request).user.id)).map(toWireWalletBalance),
  }));

  handle(app, api.wallet.send, async (request) => {
    const key = idempotencyKeyOf(request, clock.now());
    return toWireTransactionAsSent(await wallets.send(identityOf(request).user.id, request.body, key));
  });

  handle(app, api.wallet.transactions, async (request) => {
    const { beforeId, limit } = pageRequest(request.query);
    const found = await wallets.transactions(identityOf(request).user.id, { beforeId, limit: limit + 1 });
    const now = clock.now();
    const { items, nextCursor } = pageOf(found, limit, ({ id }) => id.toString());
    return { items: items.map((each) => toWireWalletTransaction(each, now)), nextCursor };
  });
}
