import { api } from '@plecho/contract';
import { toWireDrill } from '../../wire/drills.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { audited } from './audited.ts';

/** Drills as operators make and control them; whoever of them is there takes over from whoever has gone. */
export function operatorDrillRoutes(app: Server, services: Services): void {
  const { drills } = services;

  handle(app, api.drills.operatorList, (request) =>
    audited(services, request, { action: 'drillsViewed' }, async () => ({
      items: (await drills.list(request.query.class)).map(toWireDrill),
    })),
  );

  handle(app, api.drills.make, (request) => {
    const key = idempotencyKeyOf(request, services.clock.now());
    const { speed, minutes, masked } = request.body;
    const details = { speed: String(speed), minutes: String(minutes), masked: String(masked) };
    return audited(services, request, { action: 'drillMade', details }, async () =>
      toWireDrill(await drills.make(identityOf(request).user.id, request.body, key)),
    );
  });

  handle(app, api.drills.control, async (request) => {
    const { id } = request.params;
    // What is none is not kept, as other operators read it.
    const { drill } = await drills.read(id);
    const details = { market: drill.marketId, action: request.body.action };
    return audited(services, request, { action: 'drillControlled', details }, async () =>
      toWireDrill(await drills.control(id, request.body)),
    );
  });
}
