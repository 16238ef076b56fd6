import { describe, expect, it } from 'vitest';
import { Problem } from '../lib/problem.ts';
import { readName } from './names.ts';

describe('names', () => {
  it.each([
    ['Анна', 'Анна'],
    ['  Анна  Мария ', 'Анна Мария'],
    ['Ёлка-Ольга', 'Ёлка-Ольга'],
    ['O’Нил', 'O’Нил'],
    ["d'Arc", "d'Arc"],
    ['Мария дель Кармен', 'Мария дель Кармен'],
    ['', null],
    ['   ', null],
    [null, null],
  ])('%j is read as %j', (text, name) => {
    expect(readName(text)).toBe(name);
  });

  it.each([
    't.me/plecho',
    '@plecho',
    'https://example.org',
    'example.org',
    '4111 1111 1111 1111',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'DE89370400440532013000',
    'Анна1',
    'Анна\nМария',
    'Анна\u200bМария',
    'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong',
    '<b>',
    '💰',
  ])('C1 %j is no name', (text) => {
    expect(() => readName(text)).toThrow(new Problem('invalid_name'));
  });
});
