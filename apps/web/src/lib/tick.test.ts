import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_PRICE, parsePrice } from '@plecho/domain';
import { roundToTick, snapToTick, tickOf, toNumber } from './tick.ts';

const price = (text: string): bigint => parsePrice(text) ?? -1n;

it('snaps what is pointed at to the tick of the pair', () => {
  expect(snapToTick(1000.456, 2)).toBe(price('1000.46'));
  expect(snapToTick(0.00001234, 7)).toBe(price('0.0000123'));
  for (const nobodys of [-5, 0, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e22, 2e9]) {
    expect(snapToTick(nobodys, 2)).toBeNull();
  }
});

it('rounds to the nearest price of the tick, which is a price', () => {
  const decimals = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(fc.bigInt({ min: -MAX_PRICE, max: 2n * MAX_PRICE }), decimals, (value, places) => {
      const tick = tickOf(places);
      const rounded = roundToTick(value, tick);
      expect(rounded % tick).toBe(0n);
      expect(rounded >= tick && rounded <= MAX_PRICE).toBe(true);
      expect(roundToTick(rounded, tick)).toBe(rounded);
      if (value < tick || value > MAX_PRICE - tick) return;
      const off = rounded - value;
      expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(tick);
    }),
  );
});

it('agrees with what a pointer is snapped to', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 0, max: 8 }), (ticks, places) => {
      const exact = BigInt(ticks) * tickOf(places);
      if (exact > MAX_PRICE) return;
      expect(snapToTick(toNumber(exact), places)).toBe(exact);
    }),
  );
});
