import { expect, it } from 'vitest';
import { grownConfirmations, isFinal } from './confirmations.ts';

const seen = { network: 'bsc', block: 100, confirmations: 2, confirmationsNeeded: 5 } as const;

it('grows by a block for each interval of the network', () => {
  expect(grownConfirmations(seen, 10_000, 10_000)).toBe(2);
  expect(grownConfirmations(seen, 10_000, 11_999)).toBe(2);
  expect(grownConfirmations(seen, 10_000, 16_000)).toBe(5);
});

it('does not count what waits, nor backwards', () => {
  expect(grownConfirmations({ ...seen, block: null, confirmations: 0 }, 10_000, 60_000)).toBe(0);
  expect(grownConfirmations(seen, 10_000, 5_000)).toBe(2);
});

it('knows when it is enough', () => {
  expect(isFinal(seen)).toBe(false);
  expect(isFinal({ ...seen, confirmations: 5 })).toBe(true);
});
