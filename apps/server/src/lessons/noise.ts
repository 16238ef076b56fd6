import { LESSON_TASKS, type Candle, type Price } from '@plecho/domain';

const HOUR = 3_600;

/**
 * How far the price usually goes within an hour: the median range of the hourly candles that were over at a moment.
 * @param candles hourly, ascending
 * @param at ms by the market's clock
 * @returns null when none was over by then
 */
export function noiseAt(candles: readonly Candle[], at: number): Price | null {
  const over = candles.filter(({ time }) => (time + HOUR) * 1000 <= at).slice(-LESSON_TASKS.stop.hours);
  const ranges = over.map(({ high, low }) => high - low).sort((a, b) => (a < b ? -1 : 1));
  return ranges[ranges.length >> 1] ?? null;
}
