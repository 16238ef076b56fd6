import { api } from '@plecho/contract';
import type { ClassAdministration } from '../../classes/administration.ts';
import { toWireByLeverage, toWireOperatedClass, toWireOperatedMember } from '../../wire/classes.ts';
import { handle } from '../handle.ts';
import { idempotencyKeyOf } from '../idempotency-key.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { audited } from './audited.ts';

/** Classes as operators see them: made, looked at, ended; their rules never change. */
export function operatorClassRoutes(app: Server, services: Services): void {
  const administration = (): ClassAdministration => services.classes.administration;

  handle(app, api.classes.operatorList, (request) =>
    audited(services, request, { action: 'classesViewed' }, async () => ({
      items: (await administration().list()).map(toWireOperatedClass),
    })),
  );

  handle(app, api.classes.make, (request) => {
    const key = idempotencyKeyOf(request, services.clock.now());
    const details = { source: request.body.source.kind };
    return audited(services, request, { action: 'classMade', details }, () =>
      administration().make(identityOf(request).user.id, request.body, key),
    );
  });

  handle(app, api.classes.operatorOne, async (request) => {
    const found = await administration().one(BigInt(request.params.id));
    const details = { class: `${found.word}-${found.number}` };
    return audited(services, request, { action: 'classViewed', details }, async () => {
      const board = await administration().board(found);
      return {
        class: toWireOperatedClass(found),
        items: board.members.map((member) => toWireOperatedMember(found, board, member)),
        byLeverage: toWireByLeverage(board),
        label: board.losses,
      };
    });
  });

  handle(app, api.classes.end, async (request) => {
    const { id, word, number, marketId } = await administration().one(BigInt(request.params.id));
    const details = { class: `${word}-${number}`, market: marketId };
    return audited(services, request, { action: 'classEnded', details }, async () =>
      toWireOperatedClass(await administration().end(id)),
    );
  });
}
