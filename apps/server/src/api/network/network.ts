import { api } from '@plecho/contract';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../lib/problem.ts';
import { toWireBlock, toWireCoinBalance, toWireOverview, toWireTransaction } from '../../wire/network.ts';
import { handle } from '../handle.ts';
import { pageOf, pageRequest } from '../paging.ts';
import type { Server, Services } from '../server.ts';

/** What the explorer shows is the same for everybody; a proxy may keep it for as long as the fastest chain's block. */
function shareForASecond(reply: FastifyReply): void {
  void reply.header('cache-control', 'public, max-age=1');
}

/** What can't be a height is the height of no block. @throws Problem not_found */
function heightOf(text: string): number {
  if (!/^(0|[1-9]\d{0,11})$/.test(text)) throw new Problem('not_found');
  return Number(text);
}

/** The explorer of the practice network. */
export function networkRoutes(app: Server, { explorer, clock }: Services): void {
  handle(app, api.network.overview, async (_request, reply) => {
    const overview = await explorer.overview();
    shareForASecond(reply);
    return toWireOverview(overview);
  });

  handle(app, api.network.search, async (request, reply) => {
    const match = await explorer.search(request.query.q);
    shareForASecond(reply);
    return match;
  });

  handle(app, api.network.transaction, async (request, reply) => {
    const transaction = await explorer.transaction(request.params.hash);
    shareForASecond(reply);
    return toWireTransaction(transaction, clock.now());
  });

  handle(app, api.network.address, async (request, reply) => {
    const { beforeId, limit } = pageRequest(request.query);
    const found = await explorer.address(request.params.address, { beforeId, limit: limit + 1 });
    const now = clock.now();
    const { items, nextCursor } = pageOf(found.transactions, limit, ({ id }) => id.toString());
    shareForASecond(reply);
    return {
      address: found.address,
      balances: found.balances.map(toWireCoinBalance),
      items: items.map((each) => toWireTransaction(each, now)),
      nextCursor,
    };
  });

  handle(app, api.network.block, async (request, reply) => {
    const block = await explorer.block(request.params.network, heightOf(request.params.height));
    shareForASecond(reply);
    return toWireBlock(block);
  });
}
