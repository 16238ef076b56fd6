import * as z from 'zod/mini';
import { marketQuery } from '../common.ts';
import { keepNote, note, tagList } from '../notes.ts';
import { endpoint } from './endpoint.ts';
import { NOTE, TRADE } from './examples.ts';
import { OF_AN_ACCOUNT } from './trading-errors.ts';

export const keep = endpoint({
  method: 'PUT',
  path: '/api/trading/trades/:id/note',
  access: 'user',
  description:
    'Keeps one’s own private note about a closed trade. Nobody else ever reads it. The answer is the note as it is kept: without characters that show nothing, with tags in small letters.',
  params: z.strictObject({ id: z.string() }),
  query: marketQuery,
  body: keepNote,
  answer: note,
  errors: [...OF_AN_ACCOUNT, 'trade_not_found', 'note_changed', 'note_too_long', 'invalid_tag', 'too_many_tags'],
  example: {
    params: { id: TRADE.id },
    query: { market: 'main' },
    body: { text: NOTE.text, tags: NOTE.tags, version: 0 },
    answer: NOTE,
  },
});

export const tags = endpoint({
  method: 'GET',
  path: '/api/trading/tags',
  access: 'user',
  description: 'One’s own tags of all markets, and on how many trades each is. The number is for the filter of trades.',
  answer: tagList,
  errors: [],
  example: { answer: { items: [{ number: 1, tag: 'пробой', trades: 3 }] } },
});
