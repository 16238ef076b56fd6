import { explorerBlock, network } from '@plecho/contract';
import * as z from 'zod';
import { Problem } from '../../lib/problem.ts';
import type { Server, Services } from '../server.ts';
import { shareForASecond } from './freshness.ts';

/** What can't be a height is the height of no block. @throws Problem not_found */
function heightOf(text: string): number {
  if (!/^(0|[1-9]\d{0,11})$/.test(text)) throw new Problem('not_found');
  return Number(text);
}

/** One block with its transactions. */
export function networkBlockRoute(app: Server, { explorer }: Services): void {
  const schema = { params: z.strictObject({ network, height: z.string() }), response: { 200: explorerBlock } };
  app.get('/network/blocks/:network/:height', { schema }, async (request, reply) => {
    const block = await explorer.block(request.params.network, heightOf(request.params.height));
    shareForASecond(reply);
    return block;
  });
}
