import { dayKeyQuery, dayKeys as dayKeysBody } from '@plecho/contract';
import * as z from 'zod';
import { Problem } from '../../lib/problem.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';

const params = z.strictObject({ id: z.string() });

/** The key of a day that is over, the newest one unless another is asked for (rule M4). */
export function dayKeysRoute(app: Server, services: Services): void {
  const schema = { params, querystring: dayKeyQuery, response: { 200: dayKeysBody } };
  app.get('/trading/markets/:id/keys', { schema }, async (request) => {
    const market = marketOf(services, request.params.id);
    const keys = services.dayKeys.get(market.id);
    if (keys === null) throw new Problem('no_day_keys');
    const { now } = await market.status();
    const newest = keys.newest(now);
    const { day } = request.query;
    const found = day === undefined ? newest : keys.of(day, now);
    if (newest === null || found === null) throw new Problem('day_key_not_found');
    return { market: market.id, anchor: keys.anchor, firstDay: keys.firstDay, newestDay: newest.day, ...found };
  });
}
