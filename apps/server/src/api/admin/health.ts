import { api } from '@plecho/contract';
import { handle } from '../handle.ts';
import type { Server, Services } from '../server.ts';
import { audited } from './audited.ts';

/** The state of the running server, as it is now. */
export function operatorHealthRoutes(app: Server, services: Services): void {
  handle(app, api.admin.health, (request) =>
    audited(services, request, { action: 'healthViewed' }, () => services.operators.health()),
  );
}
