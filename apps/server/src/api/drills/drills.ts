import { api, type Debrief } from '@plecho/contract';
import { toWireDebrief, toWireDrill } from '../../wire/drills.ts';
import { lookedAt } from '../admin/audited.ts';
import { asking } from '../classes/classes.ts';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** Drills as the members of their class see them. */
export function drillRoutes(app: Server, services: Services): void {
  const { classes, drills } = services;

  handle(app, api.drills.ofClass, async (request) => {
    const { code } = request.params;
    // Guesses of codes are counted there.
    await classes.people.find(code, asking(request));
    const views = await drills.ofClass(code, identityOf(request).user.id);
    return { items: views.map(toWireDrill) };
  });

  // How a drill stands says nothing of anybody: the page of an operator asks for it once a second.
  handle(app, api.drills.one, async (request) => {
    const { id } = request.params;
    await drills.admit(id, identityOf(request).user.id);
    return toWireDrill(await drills.read(id));
  });

  handle(app, api.drills.debrief, async (request) => {
    const { id } = identityOf(request).user;
    const { id: market } = request.params;
    const read = async (): Promise<Debrief> => toWireDebrief(await drills.debrief(market), id);
    if ((await drills.admit(market, id)) === 'member') return read();
    return lookedAt(services, request, { action: 'drillsViewed', details: { market } }, read);
  });
}
