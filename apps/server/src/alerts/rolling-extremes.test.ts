import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RollingExtremes } from './rolling-extremes.ts';

const WINDOW = 300;
/** A 300th of it, ms. */
const PART = 1_000;
const START = 1_790_000_000_000;

const step = fc.record({
  price: fc.bigInt(1n, 50n),
  after: fc.oneof(fc.integer({ min: 1, max: 2 * PART }), fc.integer({ min: 100 * PART, max: 301 * PART })),
});

describe('the extremes of a time', () => {
  it('M8 are those of the prices in it, to a part of it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const extremes = new RollingExtremes(WINDOW);
        const seen: { part: number; price: bigint }[] = [];
        let at = START;
        for (const { price, after } of steps) {
          at += after;
          extremes.push(price, at);
          seen.push({ part: Math.floor(at / PART), price });
          const within = seen.filter(({ part }) => part > Math.floor(at / PART) - WINDOW).map((each) => each.price);
          const sorted = within.toSorted((a, b) => (a < b ? -1 : 1));
          expect([extremes.lowest, extremes.highest]).toEqual([sorted[0], sorted.at(-1)]);
        }
      }),
    );
  });

  it('keep no more than there are parts, however many prices come', () => {
    const extremes = new RollingExtremes(WINDOW);
    for (let n = 0; n < 100_000; n += 1) extremes.push(BigInt(n + 1), START + n * 10);
    expect(extremes.kept).toBeLessThan(4 * WINDOW);
    expect([extremes.lowest, extremes.highest]).toEqual([70_001n, 100_000n]);
  });
});
