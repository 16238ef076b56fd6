import { api } from '@plecho/contract';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** The practice wallet of whoever asks. */
export function walletRoutes(app: Server, { wallets, clock }: Services): void {
  handle(app, api.wallet.balances, async (request) => ({
    items: await wallets.balances(identityOf(request).user.id),
  }));

  handle(app, api.wallet.send, (request) =>
    wallets.send(identityOf(request).user.id, request.body, idempotencyKeyOf(request, clock.now())),
  );

  handle(app, api.wallet.transactions, async (request) => {
    const { beforeId, limit } = pageRequest(request.query);
    const found = await wallets.transactions(identityOf(request).user.id, { beforeId, limit: limit + 1 });
    const { items, nextCursor } = pageOf(found, limit, ({ id }) => id.toString());
    return { items: items.map(({ transaction }) => transaction), nextCursor };
  });
}
