import { explorerMatch, explorerQuery } from '@plecho/contract';
import type { Server, Services } from '../server.ts';
import { shareForASecond } from './freshness.ts';

/** Finds out what a text is: a transaction or an address. */
export function networkSearchRoute(app: Server, { explorer }: Services): void {
  const schema = { querystring: explorerQuery, response: { 200: explorerMatch } };
  app.get('/network/search', { schema }, async (request, reply) => {
    const match = await explorer.search(request.query.q);
    shareForASecond(reply);
    return match;
  });
}
