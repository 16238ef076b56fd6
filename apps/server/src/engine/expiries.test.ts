import { expect, it } from 'vitest';
import { Expiries } from './expiries.ts';

it('orders are over at their time, the earliest first, unless they were taken out before', () => {
  const expiries = new Expiries();
  expect(expiries.takeUntil(1_000)).toEqual([]);
  for (const [id, expiresAt] of [
    [1n, 300],
    [2n, 100],
    [3n, 200],
    [4n, null],
  ] as const) {
    expiries.add({ id, expiresAt });
  }
  expect(expiries.size).toBe(3);
  expect(expiries.takeUntil(99.9)).toEqual([]);
  expiries.remove({ id: 3n, expiresAt: 200 });
  expiries.remove({ id: 4n, expiresAt: null });
  expect(expiries.takeUntil(300)).toEqual([2n, 1n]);
  expiries.remove({ id: 2n, expiresAt: 100 });
  expect(expiries.size).toBe(0);
});
