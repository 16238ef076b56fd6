import { networkTransaction } from '@plecho/contract';
import * as z from 'zod';
import type { Server, Services } from '../server.ts';
import { shareForASecond } from './freshness.ts';

/** One transaction by its hash. */
export function networkTransactionRoute(app: Server, { explorer }: Services): void {
  const schema = { params: z.strictObject({ hash: z.string() }), response: { 200: networkTransaction } };
  app.get('/network/transactions/:hash', { schema }, async (request, reply) => {
    const transaction = await explorer.transaction(request.params.hash);
    shareForASecond(reply);
    return transaction;
  });
}
