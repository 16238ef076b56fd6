import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it('grows, is spread over its second half and stays bounded', () => {
  expect([0, 1, 2, 3].map((failures) => backoffMs(failures, 0.999_999))).toEqual([500, 1000, 2000, 4000]);
  expect(backoffMs(3, 0)).toBe(2000);
  expect(backoffMs(1000, 0.999_999)).toBe(15_000);
});
