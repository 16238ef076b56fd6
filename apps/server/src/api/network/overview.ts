import { explorerOverview } from '@plecho/contract';
import type { Server, Services } from '../server.ts';
import { shareForASecond } from './freshness.ts';

/** The chains of the practice network and the newest transactions. */
export function networkRoute(app: Server, { explorer }: Services): void {
  app.get('/network', { schema: { response: { 200: explorerOverview } } }, async (_request, reply) => {
    const overview = await explorer.overview();
    shareForASecond(reply);
    return overview;
  });
}
