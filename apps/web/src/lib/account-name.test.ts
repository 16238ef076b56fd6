import { expect, it } from 'vitest';
import { accountName } from './account-name.ts';

it('a phone keeps its country and its last four digits, and whoever has none is a guest', () => {
  expect(accountName('+79161234567').replaceAll('\u00a0', '~')).toBe('+7~•••~45-67');
  expect(accountName(null)).toBe('Гость');
});
