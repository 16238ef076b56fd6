import type { Candle } from '@plecho/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReplayCandles } from './replay-candles.ts';

const MINUTE = 60;
const DAY = 86_400;
/** Not at the beginning of an hour. */
const FIRST = 1_770_001_380;
const MINUTES = 2 * 1_440;

/** A recording with holes, some of them hours long. */
function recordingOf(seed: number): Candle[] {
  const some = (n: number, below: number): number => ((n * 2_654_435_761 + seed * 40_503) >>> 7) % below;
  return Array.from({ length: MINUTES }, (_, n): Candle => {
    const close = BigInt(10_000 + some(n, 5_000));
    const high = close + BigInt(some(n + 1, 900));
    const low = close - BigInt(some(n + 2, 900));
    return { time: FIRST + n * MINUTE, open: low, high, low, close, volume: BigInt(some(n + 3, 1_000)) };
  }).filter((_, n) => some(Math.floor(n / 150), 4) > 0 && some(n, 9) > 0);
}

it('a day of a replay is what its minutes say, wherever it stands and wherever it jumped from', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat({ max: 1_700 }), { maxLength: 12 }), (seed, steps) => {
      const minutes = recordingOf(seed);
      let now = FIRST * 1000;
      const candles = new ReplayCandles({
        now: () => now,
        history: (_, from, to) => minutes.filter(({ time }) => time >= from && time < to && time * 1000 < now),
        openMinute: () => null,
        historyStart: FIRST,
      });
      for (const step of [0, ...steps, 1, 1, 59, 60]) {
        now += step * MINUTE * 1000;
        const minute = Math.floor(now / 60_000) * MINUTE;
        const day = minutes.filter(({ time }) => time > minute - DAY && time < minute);
        const expected = {
          open: day[0]?.open,
          high: day.reduce((most, { high }) => (high > most ? high : most), 0n),
          low: day.reduce((least, { low }) => (low < least ? low : least), 1_000_000n),
          close: day.at(-1)?.close,
          volume: day.reduce((sum, { volume }) => sum + volume, 0n),
        };
        const said = candles.stats('BTCUSDT');
        if (day.length === 0) expect(said).toBeNull();
        else expect(said).toMatchObject(expected);
      }
    }),
  );
});
