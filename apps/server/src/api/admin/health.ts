import { operatorHealth } from '@plecho/contract';
import type { Server, Services } from '../server.ts';
import { audited } from './audited.ts';

/** The state of the running server, as it is now. */
export function operatorHealthRoute(app: Server, services: Services): void {
  app.get('/admin/health', { schema: { response: { 200: operatorHealth } } }, (request) =>
    audited(services, request, { action: 'healthViewed' }, () => services.operators.health()),
  );
}
