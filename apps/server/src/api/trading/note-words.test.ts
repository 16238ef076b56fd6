import { describe, expect, it } from 'vitest';
import { noteTextOf, tagsOf } from './note-words.ts';

describe('S13 the text of a note', () => {
  it.each([
    [
      'stays as it was written',
      'Вошёл рано.\n\n<b>Стоп</b> & https://a.example',
      'Вошёл рано.\n\n<b>Стоп</b> & https://a.example',
    ],
    ['keeps a joined emoji', '👩‍💻 ❤️', '👩‍💻 ❤️'],
    ['has line feeds and blanks', 'a\r\nb\rc\u2028d\te  \n\n', 'a\nb\nc\nd e'],
    ['has no control characters', 'a\u0000b\u0007c\u001b[31md\u007fe\u0085f', 'abc[31mdef'],
    ['can’t turn the direction', 'a\u202Eb\u2066c\u2069d\u200Ee\u061Cf', 'abcdef'],
    ['has nothing unseen', 'a\u200Bb\u00ADc\uFEFFd\u{E0041}e', 'abcde'],
    ['has no half of a character', 'a\uD800b', 'ab'],
  ])('%s', (_, typed, kept) => {
    expect(noteTextOf(typed)).toBe(kept);
  });

  it('is 2000 characters at most', () => {
    expect(noteTextOf(`${'я'.repeat(2000)}  `)).toHaveLength(2000);
    expect(() => noteTextOf('я'.repeat(2001))).toThrow('note_too_long');
  });
});

describe('S13 tags', () => {
  it('are in small letters, each once, in their order', () => {
    expect(tagsOf([' Пробой ', 'FOMO', 'пробой', 'стоп  2-й', 'и\u0306'])).toEqual(['пробой', 'fomo', 'стоп 2-й', 'й']);
  });

  it.each(['', ' ', '@plecho', 't.me', 'a/b', '<b>', 'a\nb', 'a\u202Eb', '-a', 'a\u200Bb', 'x'.repeat(25)])(
    '%j is none',
    (text) => {
      expect(() => tagsOf([text])).toThrow('invalid_tag');
    },
  );
});
