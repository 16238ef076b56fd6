import { api } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';

/** Markets as operators see them, and scenarios: made, never changed, ended. */
export function operatorScenarioRoutes(app: Server, _services: Services): void {
  const unavailable = (): never => {
    throw new Problem('unavailable');
  };
  handle(app, api.scenarios.markets, unavailable);
  handle(app, api.scenarios.preview, unavailable);
  handle(app, api.scenarios.publish, unavailable);
  handle(app, api.scenarios.end, unavailable);
}
