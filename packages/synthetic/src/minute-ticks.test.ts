import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minuteTicks, tickSchedule } from './minute-ticks.ts';
import { SYNTHETIC_PAIRS } from './pairs.ts';
import { SeedStream } from './seed-randomness.ts';

describe('ticks of a minute', () => {
  it('open, high, low, close and turnover are those of the candle, whatever the candle and the schedule', () => {
    const prices = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 2_000_000_000 })));
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99 }),
        prices,
        fc.integer({ min: 0, max: 1e15 }),
        fc.string(),
        (pair, drawn, volume, key) => {
          const sorted = [...drawn].sort((a, b) => a - b);
          const [low = 0, , , high = 0] = sorted;
          const inner = drawn.filter((price) => price !== low && price !== high);
          const open = inner[0] ?? low;
          const close = inner[1] ?? high;
          const day = {
            open: Int32Array.of(open),
            high: Int32Array.of(high),
            low: Int32Array.of(low),
            close: Int32Array.of(close),
            volume: Float64Array.of(volume),
          };
          const schedule = tickSchedule(SYNTHETIC_PAIRS[pair]!);
          const ticks = minuteTicks(new SeedStream(key), schedule, day, 0);
          expect(ticks.price).toHaveLength(schedule.slots.length);
          expect(ticks.price[0]).toBe(open);
          expect(ticks.price.at(-1)).toBe(close);
          expect(Math.max(...ticks.price)).toBe(high);
          expect(Math.min(...ticks.price)).toBe(low);
          expect(ticks.volume.reduce((sum, part) => sum + part, 0)).toBe(volume);
          expect(ticks.volume.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
        },
      ),
    );
  });
});
