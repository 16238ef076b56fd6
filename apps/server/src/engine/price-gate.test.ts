import { DEFAULT_RULES } from '@plecho/domain';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { BTC, price } from '../../test/test-market.ts';
import { PriceGate, type Rejection } from './price-gate.ts';

const START = 1_000_000;
let gate: PriceGate;

/** Offers a price `at` ms after the start; the market's clock stands there unless told otherwise. */
function offer(text: string | null, at = 0, now = at): boolean {
  const value = text === null ? null : price(text);
  return gate.accept({ symbol: BTC, price: value, time: START + at, volume: 0n }, START + now) !== null;
}

const refused = (): Partial<Record<Rejection, number>> =>
  Object.fromEntries(Object.entries(gate.rejected).filter(([, count]) => count > 0));

beforeEach(() => {
  gate = new PriceGate([BTC], DEFAULT_RULES);
});

describe('PriceGate', () => {
  it('E5 numbers valid prices and remembers the newest', () => {
    expect(offer('100')).toBe(true);
    expect(offer('101', 5)).toBe(true);
    expect(gate.lastRecord(BTC)).toEqual({ seq: 2n, symbol: BTC, price: price('101'), time: START + 5 });
  });

  it('E5 what is not a number, zero, negative or beyond any price is no valid price', () => {
    expect([offer(null), offer('0'), offer('-5'), offer('1000000001')]).toEqual([false, false, false, false]);
    expect(gate.accept({ symbol: BTC, price: 1n, time: Number.NaN, volume: 0n }, START)).toBeNull();
    expect(gate.lastRecord(BTC)).toBeNull();
    expect(refused()).toEqual({ notANumber: 2, notPositive: 2, absurd: 1 });
  });

  it('E5 E11 prices of unknown symbols, from the past and more than 2 s ahead are no valid prices', () => {
    offer('100', 100);
    expect(offer('101', 99)).toBe(false);
    expect(offer('101', 100, 10_101)).toBe(false);
    expect(offer('101', 2_501, 500)).toBe(false);
    expect(offer('101', 2_500, 500)).toBe(true);
    expect(gate.accept({ symbol: 'NOUSDT', price: 1n, time: START, volume: 0n }, START)).toBeNull();
    expect(refused()).toEqual({ old: 1, stale: 1, future: 1, unknownSymbol: 1 });
  });

  it('E5 what is just within a limit is a price: the highest there may be, and one as old as may be', () => {
    expect(offer('1000000000')).toBe(true);
    gate = new PriceGate([BTC], DEFAULT_RULES);
    expect(offer('100', 0, 10_001)).toBe(false);
    expect(offer('100', 0, 10_000)).toBe(true);
  });

  it('E5 a price from before the start is the last one known of a symbol that has none, with a number of its own', () => {
    expect(gate.recall('NOUSDT', price('7'), START)).toBeNull();
    const recalled = { seq: 1n, symbol: BTC, price: price('100'), time: START - 60_000 };
    expect(gate.recall(BTC, price('100'), START - 60_000)).toEqual(recalled);
    expect(gate.recall(BTC, price('200'), START)).toBeNull();
    expect(gate.lastKnown(BTC)).toEqual(recalled);
    expect(offer('101')).toBe(true);
    expect(gate.lastKnown(BTC)?.seq).toBe(2n);
    expect(gate.recall(BTC, price('300'), START)).toBeNull();
  });

  it('E5 a duplicate is counted and ignored; the same price later, or another at the same time, is a price', () => {
    offer('100');
    expect(offer('100')).toBe(false);
    expect(offer('101')).toBe(true);
    expect(offer('101', 1)).toBe(true);
    expect(refused()).toEqual({ duplicate: 1 });
  });

  it('E5 a jump beyond the rule is no valid price, one just within it is', () => {
    offer('100');
    expect(offer('130.00000001', 1)).toBe(false);
    expect(offer('69.99999999', 2)).toBe(false);
    expect(offer('130', 3)).toBe(true);
    expect(offer('91', 4)).toBe(true);
    expect(refused()).toEqual({ jump: 2 });
  });

  it('E5 a new level is believed after prices have stayed near it for long enough', () => {
    offer('100');
    expect(offer('200', 1_000)).toBe(false);
    expect(offer('205', 20_000)).toBe(false);
    expect(offer('199', 30_999)).toBe(false);
    expect(offer('201', 31_000)).toBe(true);
    expect(offer('202', 31_001)).toBe(true);
    expect(refused()).toEqual({ jump: 3 });
  });

  it('E5 a price back at the old level forgets the new one', () => {
    offer('100');
    offer('200', 1_000);
    offer('101', 2_000);
    expect(offer('200', 40_000)).toBe(false);
    expect(offer('200', 69_999)).toBe(false);
    expect(offer('200', 70_000)).toBe(true);
  });

  it('E5 outliers that agree with nothing are never believed', () => {
    offer('100');
    for (let n = 1; n < 100; n++) expect(offer(n % 2 === 0 ? '1' : '10000', n * 1_000)).toBe(false);
    expect(offer('100', 100_000)).toBe(true);
  });

  it('E5 the first price after a start is compared with what the history says', () => {
    gate.setReference(BTC, price('100'));
    expect(offer('10')).toBe(false);
    expect(offer('99', 1)).toBe(true);
    gate.setReference(BTC, price('10'));
    expect(offer('98', 2)).toBe(true);
  });

  it('E8 goes on after what is recorded and takes nothing from before it', () => {
    gate.resume(41n, START + 100);
    expect(offer('100', 99)).toBe(false);
    expect(offer('100', 100)).toBe(true);
    expect(gate.lastRecord(BTC)?.seq).toBe(42n);
    gate.resume(7n, START);
    expect(offer('100', 101)).toBe(true);
    expect(gate.lastRecord(BTC)?.seq).toBe(43n);
  });

  it('E5 whatever is offered, what it accepts is positive, in order, and within the jump of what came before', () => {
    const tick = fc.record({
      price: fc.option(fc.bigInt(-10n, 400n)),
      time: fc.integer({ min: 0, max: 40_000 }),
      lag: fc.integer({ min: -3_000, max: 15_000 }),
    });
    fc.assert(
      fc.property(fc.array(tick, { maxLength: 60 }), (ticks) => {
        const fuzzed = new PriceGate([BTC], { ...DEFAULT_RULES, jumpConfirmMs: Number.POSITIVE_INFINITY });
        let last: { price: bigint; time: number; seq: bigint } | null = null;
        let count = 0;
        for (const { lag, ...offered } of ticks) {
          const record = fuzzed.accept({ symbol: BTC, volume: 0n, ...offered }, offered.time + lag);
          if (record === null) continue;
          count++;
          expect(record.price > 0n && lag <= 10_000 && lag >= -2_000).toBe(true);
          expect(record.seq).toBe((last?.seq ?? 0n) + 1n);
          if (last !== null) {
            expect(record.time).toBeGreaterThanOrEqual(last.time);
            const move = record.price > last.price ? record.price - last.price : last.price - record.price;
            expect(move * 10n <= last.price * 3n).toBe(true);
          }
          last = record;
        }
        const counted = Object.values(fuzzed.rejected).reduce((sum, n) => sum + n, 0);
        expect(counted + count).toBe(ticks.length);
      }),
    );
  });
});
