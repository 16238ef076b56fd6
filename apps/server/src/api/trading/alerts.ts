import { api } from '@plecho/contract';
import { MAX_ALERTS } from '@plecho/domain';
import { toWireAlert, toWireRing } from '../../wire/alerts.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { pageOf, pageRequest } from '../paging.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { marketOf } from './commands.ts';
import { idOf } from './parse.ts';

/** The alerts of whoever asks, and what they have rung. */
export function alertRoutes(app: Server, services: Services): void {
  const { alerts, clock } = services;

  handle(app, api.alerts.list, async (request) => {
    const found = await alerts.list(identityOf(request).user.id);
    return { items: found.map(toWireAlert), limit: MAX_ALERTS };
  });

  handle(app, api.alerts.add, async (request) => {
    const key = idempotencyKeyOf(request, clock.now());
    const market = marketOf(services, request.query.market);
    return toWireAlert(await alerts.add(identityOf(request).user.id, market, request.body, key));
  });

  handle(app, api.alerts.remove, async (request) => {
    await alerts.remove(identityOf(request).user.id, idOf(request.params.id, 'alert_not_found'));
    return { ok: true as const };
  });

  handle(app, api.alerts.history, async (request) => {
    const { beforeId, limit } = pageRequest(request.query);
    const found = await alerts.rings(identityOf(request).user.id, beforeId, limit + 1);
    return pageOf(found.map(toWireRing), limit, ({ id }) => id);
  });

  handle(app, api.alerts.see, async (request) => {
    await alerts.see(identityOf(request).user.id, idOf(request.body.upTo, 'not_found'));
    return { ok: true as const };
  });
}
