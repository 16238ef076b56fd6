import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateCandles, candleTime, INTERVAL_SECONDS, INTERVALS, mergeCandles, type Candle } from './candle.ts';

const candle = (time: number, open: bigint, high: bigint, low: bigint, close: bigint): Candle => ({
  time,
  open,
  high,
  low,
  close,
  volume: 1n,
});

const minutes = fc
  .array(fc.tuple(fc.bigInt(1n, 1000n), fc.bigInt(1n, 1000n), fc.integer({ min: 1, max: 30 })), {
    minLength: 1,
    maxLength: 60,
  })
  .map((rows) => {
    let time = 0;
    return rows.map(([open, close, step]) => {
      time += step * 60;
      const [low, high] = open < close ? [open, close] : [close, open];
      return candle(time, open, high, low, close);
    });
  });

describe('candles', () => {
  it('open on multiples of their interval', () => {
    expect(candleTime(1_770_300_059_999, '1m')).toBe(1_770_300_000);
    expect(candleTime(1_770_300_060_000, '1m')).toBe(1_770_300_060);
    for (const interval of INTERVALS)
      expect(candleTime(1_770_312_345_678, interval) % INTERVAL_SECONDS[interval]).toBe(0);
  });

  it('merge to the first open, the last close, the extremes and the sum', () => {
    expect(mergeCandles(candle(60, 5n, 9n, 4n, 6n), candle(120, 6n, 7n, 1n, 2n), 0)).toEqual({
      time: 0,
      open: 5n,
      high: 9n,
      low: 1n,
      close: 2n,
      volume: 2n,
    });
  });

  it('merge to the extremes whichever of both has them', () => {
    expect(mergeCandles(candle(60, 5n, 7n, 4n, 6n), candle(120, 6n, 9n, 5n, 8n), 60)).toMatchObject({
      high: 9n,
      low: 4n,
    });
  });

  it('of a longer interval hold all of the shorter ones that open in it, and no other', () => {
    expect(
      aggregateCandles(
        [
          candle(240, 5n, 9n, 4n, 6n),
          candle(300, 6n, 7n, 5n, 7n),
          candle(540, 7n, 8n, 3n, 4n),
          candle(900, 4n, 4n, 4n, 4n),
        ],
        '5m',
      ),
    ).toEqual([candle(0, 5n, 9n, 4n, 6n), { ...candle(300, 6n, 8n, 3n, 4n), volume: 2n }, candle(900, 4n, 4n, 4n, 4n)]);
  });

  it('an interval is the same whether built from minutes or from a shorter interval', () => {
    fc.assert(
      fc.property(minutes, (series) => {
        for (const [middle, long] of [
          ['5m', '15m'],
          ['5m', '1h'],
          ['15m', '1h'],
          ['1h', '1d'],
        ] as const) {
          expect(aggregateCandles(aggregateCandles(series, middle), long)).toEqual(aggregateCandles(series, long));
        }
      }),
    );
  });
});
