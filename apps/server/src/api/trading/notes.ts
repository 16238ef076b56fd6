import { api } from '@plecho/contract';
import { Problem } from '../../lib/problem.ts';
import { toWireNote } from '../../wire/notes.ts';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';
import { accountOf, marketOf } from './commands.ts';
import { noteTextOf, tagsOf } from './note-words.ts';
import { idOf } from './parse.ts';

const REFUSED = {
  changed: 'note_changed',
  too_many_tags: 'too_many_tags',
  trade_not_found: 'trade_not_found',
} as const;

/** Private notes on closed trades, and one's own list of tags (rule S13). */
export function noteRoutes(app: Server, services: Services): void {
  const { notes, clock } = services;

  handle(app, api.notes.keep, async (request) => {
    const { user } = identityOf(request);
    const { text, tags, version } = request.body;
    const tradeId = idOf(request.params.id, 'trade_not_found');
    const accountId = await accountOf(services, request, marketOf(services, request.query.market));
    const words = { text: noteTextOf(text), tags: tagsOf(tags) };
    const answer = await notes.keep({ userId: user.id, accountId, tradeId, version, ...words, at: clock.now() });
    if (answer !== 'kept') throw new Problem(REFUSED[answer]);
    const kept = (await notes.of(user.id, [tradeId])).get(tradeId);
    if (kept === undefined) throw new Error('a note is not there after it was kept');
    return toWireNote(kept);
  });

  handle(app, api.notes.tags, async (request) => ({ items: await notes.tags(identityOf(request).user.id) }));
}
