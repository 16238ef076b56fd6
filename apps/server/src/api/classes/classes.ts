import { api } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';
import type { Asking } from '../../classes/classes.ts';
import { toWireClassRules, toWireMarket } from '../../wire/market.ts';
import { toWireMembers, toWireNamed, toWireOwnClass } from '../../wire/classes.ts';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';

/** For whoever names a class by its code. */
export const asking = (request: FastifyRequest): Asking => ({
  userId: identityOf(request).user.id,
  address: request.ip,
});

/** Classes: what is behind a code, in and out of it, and how its members do. */
export function classRoutes(app: Server, { classes, markets }: Services): void {
  handle(app, api.classes.list, async (request) => {
    const own = await classes.people.of(identityOf(request).user.id);
    return { items: own.map(toWireOwnClass) };
  });

  handle(app, api.classes.one, async (request) => {
    const { found, isMember } = await classes.people.find(request.params.code, asking(request));
    const market = classes.people.market(found);
    const { losses } = await classes.people.board(found);
    return {
      ...toWireNamed(found),
      market: toWireMarket(market, await market.status(), markets.mainId),
      rules: toWireClassRules(found.rules),
      label: losses,
      member: isMember,
    };
  });

  handle(app, api.classes.join, async (request) => {
    await classes.people.join(request.params.code, asking(request));
    return { ok: true as const };
  });

  handle(app, api.classes.leave, async (request) => {
    await classes.people.leave(request.params.code, asking(request));
    return { ok: true as const };
  });

  handle(app, api.classes.members, async (request) => {
    const { found, board } = await classes.people.members(request.params.code, asking(request));
    return toWireMembers(found, board, identityOf(request).user.id);
  });
}
