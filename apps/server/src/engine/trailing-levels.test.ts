import { isBeyondPeak, trailingLevel, type QuoteSide } from '@plecho/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrailingState } from '../commands/batch.ts';
import { TrailingLevels } from './trailing-levels.ts';

const trail = fc.oneof(
  fc.record({ unit: fc.constant('percent' as const), value: fc.bigInt(10n, 900n) }),
  fc.record({ unit: fc.constant('price' as const), value: fc.bigInt(1n, 90n) }),
);
const step = fc.oneof(
  { weight: 3, arbitrary: trail.map((drawn) => ({ type: 'add' as const, drawn })) },
  // Somebody who was there before, and has seen a better price than the one of now.
  {
    weight: 1,
    arbitrary: fc.tuple(trail, fc.bigInt(0n, 90n)).map(([drawn, off]) => ({ type: 'recall' as const, drawn, off })),
  },
  { weight: 1, arbitrary: fc.nat().map((n) => ({ type: 'remove' as const, n })) },
  { weight: 6, arbitrary: fc.bigInt(900n, 1_100n).map((price) => ({ type: 'tick' as const, price })) },
);

/** Two who saw the same best price at different times, and neither in a tick of its own. */
const TWO_RECALLED = ([3n, 4n] as const).flatMap((value) => [
  { type: 'tick' as const, price: 903n },
  { type: 'recall' as const, drawn: { unit: 'price' as const, value }, off: 2n },
]);

/** What is reached is found by looking at everything. */
class Naive {
  readonly followers = new Map<bigint, TrailingState>();
  readonly #quote: QuoteSide;

  constructor(quote: QuoteSide) {
    this.#quote = quote;
  }

  tick(seq: bigint, price: bigint): bigint[] {
    const reached: bigint[] = [];
    for (const [id, state] of this.followers) {
      const isBest = isBeyondPeak(this.#quote, state.peak.price, price);
      const after = isBest ? { ...state, peak: { seq, price, time: Number(seq) } } : state;
      this.followers.set(id, after);
      const level = trailingLevel(this.#quote, after.peak.price, after);
      if (this.#quote === 'sell' ? price <= level : price >= level) reached.push(id);
    }
    return reached;
  }
}

describe.each<QuoteSide>(['sell', 'buy'])('E2 the trailing stops that follow what a %s gets', (quote) => {
  it('are those, with the peaks, that looking at each of them at each price finds', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const levels = new TrailingLevels(quote);
        const naive = new Naive(quote);
        let [seq, price, id] = [1n, 1_000n, 0n];
        for (const taken of steps) {
          if (taken.type === 'tick') {
            seq += 1n;
            ({ price } = taken);
            levels.follow({ seq, price, time: Number(seq) });
            const reached = naive.tick(seq, price);
            expect(levels.takeReached(quote === 'sell' ? price : -price).sort()).toEqual(reached.sort());
            for (const gone of reached) {
              expect(levels.peak(gone)).toEqual(naive.followers.get(gone)?.peak);
              levels.remove(gone);
              naive.followers.delete(gone);
            }
          } else if (taken.type === 'remove') {
            const gone = [...naive.followers.keys()][taken.n % Math.max(1, naive.followers.size)] ?? 0n;
            levels.remove(gone);
            naive.followers.delete(gone);
          } else {
            const off = taken.type === 'add' ? 0n : quote === 'sell' ? taken.off : -taken.off;
            const peak = { seq: taken.type === 'add' ? seq : null, price: price + off, time: Number(seq) };
            levels.add((id += 1n), { ...taken.drawn, peak });
            naive.followers.set(id, { ...taken.drawn, peak });
          }
          for (const [known, { peak }] of naive.followers) expect(levels.peak(known)).toEqual(peak);
          expect(levels.size).toBe(naive.followers.size);
        }
      }),
      { numRuns: 400, examples: [[TWO_RECALLED]] },
    );
  });
});
