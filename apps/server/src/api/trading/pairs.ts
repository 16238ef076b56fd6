import { marketQuery, pairList } from '@plecho/contract';
import { readPairs } from '../../wire/pairs.ts';
import type { Server, Services } from '../server.ts';
import { marketOf } from './commands.ts';

export function pairsRoute(app: Server, services: Services): void {
  const schema = { querystring: marketQuery, response: { 200: pairList } };
  app.get('/trading/pairs', { schema }, (request) => {
    return readPairs(marketOf(services, request.query.market));
  });
}
