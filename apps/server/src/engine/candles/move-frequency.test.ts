import { type Candle, isLiquidatable, ONE_USDT } from '@plecho/domain';
import { Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { countMoves } from './move-frequency.ts';

const HOUR = 3600;
const START = Date.parse('2026-03-01T00:00:00Z') / 1000;
const MAINTENANCE = 5_000n;

function hours(count: number, change: (index: number) => Partial<Candle> = () => ({})): Candle[] {
  return Array.from({ length: count }, (_, index) => ({
    time: START + index * HOUR,
    ...{ open: 1_000n, high: 1_000n, low: 1_000n, close: 1_000n, volume: 0n },
    ...change(index),
  }));
}

describe('move frequency', () => {
  it('counts only hours whose next 24 hours are over', () => {
    expect(countMoves([], MAINTENANCE).starts).toBe(0);
    expect(countMoves(hours(23), MAINTENANCE).starts).toBe(0);
    expect(countMoves(hours(24), MAINTENANCE).starts).toBe(1);
    expect(countMoves(hours(720), MAINTENANCE)).toMatchObject({
      windowHours: 24,
      starts: 697,
      long: Array(10).fill(0),
    });
  });

  it('one fall is met by every start of the 24 hours up to it, from the leverage on at which it liquidates', () => {
    const counts = countMoves(
      hours(100, (index) => (index === 50 ? { low: 890n } : {})),
      MAINTENANCE,
    );
    // 10x at 1000 is liquidated at 1000 × 0.9 / 0.995 = 904, 9x at 893, 8x at 879.
    expect(counts.long).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 24, 24]);
    expect(counts.short).toEqual(Array(10).fill(0));
  });

  it('E10 a spread is crossed by the opening and by the close', () => {
    const candles = hours(24, () => ({ high: 1_050n, low: 949n }));
    // At 10 % a long opens at 1050, and 10x is liquidated at 949.7; a short opens at 950: 10x at 1039.8, 9x at 1050.3.
    const counts = countMoves(candles, MAINTENANCE, { spread: 100_000n, since: 0 });
    expect([counts.long.slice(8), counts.short.slice(8)]).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(countMoves(candles, MAINTENANCE)).toMatchObject({ long: Array(10).fill(0), short: Array(10).fill(0) });
  });

  it('E10 a candle of before the quotes is crossed by the close, too: where a move of the spread liquidates, any does', () => {
    const candles = hours(48);
    const count = (since: number) => countMoves(candles, MAINTENANCE, { spread: 200_000n, since });
    // At 20 % a long opens at 1100 and closes at 900: 6x is liquidated at 922.1, 5x at 885.5.
    const all = [0, 0, 0, 0, 0, 25, 25, 25, 25, 25];
    expect(count(START + 48 * HOUR)).toMatchObject({ starts: 25, long: all });
    expect(count(START)).toMatchObject({ starts: 25, long: Array(10).fill(0) });
    // With the quotes from the hour 40 on, whose 24 hours before all saw the price alone.
    expect(count(START + 40 * HOUR).long).toEqual(all);
  });

  it('agrees with the liquidation rule applied to every hour', () => {
    const random = new Random(5);
    const candles = hours(120, () => {
      const open = random.bigint(700n, 1_300n);
      return { open, close: open, high: open + random.bigint(0n, 400n), low: open - random.bigint(0n, 400n) };
    });
    const counts = countMoves(candles, MAINTENANCE);
    for (let leverage = 1; leverage <= 10; leverage += 1) {
      for (const side of ['long', 'short'] as const) {
        const liquidated = candles.slice(0, counts.starts).filter((start, index) => {
          const position = { side, entryPrice: start.open, margin: ONE_USDT, notional: BigInt(leverage) * ONE_USDT };
          return candles
            .slice(index, index + 24)
            .some(({ low, high }) => isLiquidatable(position, side === 'long' ? low : high, MAINTENANCE));
        });
        expect(counts[side][leverage - 1], `${side} ${leverage}x`).toBe(liquidated.length);
      }
    }
  });

  it('a missing hour is no start and ends no window', () => {
    const candles = hours(60, (index) => (index === 40 ? { low: 500n } : {})).filter((_, index) => index !== 30);
    const counts = countMoves(candles, MAINTENANCE);
    expect(counts.starts).toBe(36);
    // Starts 17 to 36 have hour 40 within 24 hours; 30 is missing.
    expect(counts.long[9]).toBe(19);
  });
});
