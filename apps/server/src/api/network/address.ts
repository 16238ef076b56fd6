import { addressQuery, explorerAddress } from '@plecho/contract';
import * as z from 'zod';
import { pageOf, pageRequest } from '../paging.ts';
import type { Server, Services } from '../server.ts';
import { shareForASecond } from './freshness.ts';

/** Balances of an address on every network, and its transactions, newest first. */
export function networkAddressRoute(app: Server, { explorer }: Services): void {
  const params = z.strictObject({ address: z.string() });
  const schema = { params, querystring: addressQuery, response: { 200: explorerAddress } };
  app.get('/network/addresses/:address', { schema }, async (request, reply) => {
    const { beforeId, limit } = pageRequest(request.query);
    const found = await explorer.address(request.params.address, { beforeId, limit: limit + 1 });
    const { items, nextCursor } = pageOf(found.transactions, limit, ({ id }) => id.toString());
    shareForASecond(reply);
    const { address, balances } = found;
    return { address, balances, items: items.map(({ transaction }) => transaction), nextCursor };
  });
}
