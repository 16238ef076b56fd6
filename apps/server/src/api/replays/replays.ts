import { api } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { toWireMarket } from '../../wire/market.ts';
import { toWireSession } from '../../wire/sessions.ts';
import { audited } from '../admin/audited.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** Personal replays, and shared ones on a schedule. */
export function replayRoutes(app: Server, services: Services): void {
  handle(app, api.replays.sessions, async (request) => {
    const views = await services.replays.sessions.list(identityOf(request).user.id);
    return { items: views.map(toWireSession) };
  });

  handle(app, api.replays.start, async (request) => {
    const key = idempotencyKeyOf(request, services.clock.now());
    return toWireSession(await services.replays.sessions.start(identityOf(request).user.id, request.body, key));
  });

  handle(app, api.replays.control, async (request) => {
    const { user } = identityOf(request);
    return toWireSession(await services.replays.sessions.control(user.id, request.params.id, request.body));
  });

  handle(app, api.replays.publish, async (request) => {
    const { dataset, speed } = request.body;
    // What is none is not kept, as other operators read it.
    if ((await services.replays.library.find(dataset)) === null) throw new Problem('dataset_not_found');
    const details = { dataset, speed: String(speed) };
    return audited(services, request, { action: 'replayPublished', details }, async () => {
      const { id } = identityOf(request).user;
      const key = idempotencyKeyOf(request, services.clock.now());
      const { definition, pairs } = await services.replays.shared.publish(id, request.body, key);
      const status = {
        life: 'upcoming',
        halt: null,
        ready: true,
        now: definition.startAt * 1000,
        members: 0,
        log: null,
      } as const;
      return toWireMarket({ definition, pairs }, status, services.markets.mainId);
    });
  });
}
