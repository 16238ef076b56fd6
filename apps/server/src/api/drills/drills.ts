import { api } from '@plecho/contract';
import { toWireDebrief, toWireDrill } from '../../wire/drills.ts';
import { asking } from '../classes/classes.ts';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** Drills as the members of their class see them. */
export function drillRoutes(app: Server, { classes, drills }: Services): void {
  handle(app, api.drills.ofClass, async (request) => {
    const { code } = request.params;
    // Guesses of codes are counted there.
    await classes.people.find(code, asking(request));
    const views = await drills.ofClass(code, identityOf(request).user.id);
    return { items: views.map(toWireDrill) };
  });

  handle(app, api.drills.one, async (request) =>
    toWireDrill(await drills.see(request.params.id, identityOf(request).user.id)),
  );

  handle(app, api.drills.debrief, async (request) => {
    const { id } = identityOf(request).user;
    return toWireDebrief(await drills.debrief(request.params.id, id), id);
  });
}
