import { beforeEach, describe, expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

let now: number;
let buckets: TokenBuckets;
beforeEach(() => {
  now = 100_000_000;
  buckets = new TokenBuckets({ perSecond: 4, burst: 10 }, { now: () => now });
});

const passed = (id: bigint, times: number): number =>
  Array.from({ length: times }, () => buckets.take(id)).filter((wait) => wait === 0).length;

describe('a token bucket', () => {
  it('lets a burst through at once and then so many a second', () => {
    expect(passed(1n, 50)).toBe(10);
    now += 1_000;
    expect(passed(1n, 50)).toBe(4);
    let later = 0;
    for (let n = 0; n < 100; n += 1) {
      now += 100;
      later += passed(1n, 3);
    }
    expect(later).toBe(40);
  });

  it('says how long to wait, and after that there is one', () => {
    passed(1n, 10);
    expect(buckets.take(1n)).toBe(250);
    now += 249;
    expect(buckets.take(1n)).toBe(1);
    now += 1;
    expect(passed(1n, 2)).toBe(1);
  });

  it('holds no more than a burst after a long rest, and is one’s own', () => {
    passed(1n, 10);
    now += 3_600_000;
    expect(passed(1n, 50)).toBe(10);
    expect(passed(2n, 50)).toBe(10);
  });

  it('is forgotten when it has filled up again', () => {
    for (let id = 0n; id < 10_000n; id += 1n) {
      buckets.take(id);
      now += 10;
      expect(buckets.size).toBeLessThan(50);
    }
    now += 10_000;
    for (let id = 0n; id < 40n; id += 1n) buckets.take(1n);
    expect(buckets.size).toBe(1);
  });

  it('gets nothing from a clock that is set back, and is not kept for that', () => {
    passed(1n, 10);
    passed(2n, 10);
    now -= 3_600_000;
    expect(passed(2n, 50)).toBeLessThanOrEqual(10);
    for (let id = 10n; id < 200n; id += 1n) {
      buckets.take(id);
      now += 1_000;
    }
    expect(buckets.size).toBeLessThan(10);
  });
});
