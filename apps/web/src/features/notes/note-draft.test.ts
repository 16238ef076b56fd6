import { expect, it } from 'vitest';
import { draftOf, saysTheSame, withTag } from './note-draft.ts';

it('a draft begins with what is kept and takes each tag once, as it will be kept', () => {
  const draft = draftOf({ text: 'рано', tags: ['стоп'], version: 3, changedAt: 1 });
  expect(draft).toEqual({ text: 'рано', tags: ['стоп'], version: 3 });
  expect(draftOf(null)).toEqual({ text: '', tags: [], version: 0 });
  expect(withTag(draft, ' Пробой  2 ')?.tags).toEqual(['стоп', 'пробой 2']);
  expect(withTag(draft, ' СТОП')).toBe(draft);
  expect(withTag(draft, '  ')).toBe(draft);
  expect(withTag(draft, 'импульс!')).toBeNull();
});

it('drafts say the same whatever version they change', () => {
  const one = { text: 'a', tags: ['b', 'c'] };
  expect(saysTheSame(one, { ...one })).toBe(true);
  expect(saysTheSame(one, { text: 'a', tags: ['b'] })).toBe(false);
  expect(saysTheSame(one, { text: 'a', tags: ['c', 'b'] })).toBe(false);
  expect(saysTheSame(one, { text: '', tags: ['b', 'c'] })).toBe(false);
});
