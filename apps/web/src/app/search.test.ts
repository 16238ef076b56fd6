import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search.ts';

it('keeps texts texts, also those that look like numbers or JSON', () => {
  expect(parseSearch('?symbol=1000&market=true')).toEqual({ symbol: '1000', market: 'true' });
});

it('writes back what it read', () => {
  const text = '?next=%2Fhistory%2F7%3Fmarket%3Dcrash&debug=1';
  expect(stringifySearch(parseSearch(text))).toBe(text);
  expect(stringifySearch({})).toBe('');
});
