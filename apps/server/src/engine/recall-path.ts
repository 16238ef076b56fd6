import { INTERVAL_SECONDS, type Candle, type Interval } from '@plecho/domain';
import type { MarketSnapshot } from '../commands/batch.ts';
import type { Candles } from './candles/ports.ts';
import type { HaltedTimes } from './halted-times.ts';
import type { PricePath } from './price-path.ts';

/** From fine to coarse: the newest candles of each, until the oldest position is reached. */
const INTERVALS: readonly Interval[] = ['1m', '1h', '1d'];
const LIMIT = 1_000;

type Halts = Pick<HaltedTimes, 'share'>;

/** Reads the candles of one pair, ascending. */
type Read = (interval: Interval, limit: number, before: number | null) => Promise<Candle[]>;

const shareOf = (halts: Halts, { time }: Candle, interval: Interval): ReturnType<Halts['share']> =>
  halts.share(time * 1000, (time + INTERVAL_SECONDS[interval]) * 1000);

/** The candles without those of halts: of a coarse one that a halt is a part of, the finer ones that it is no part of. */
async function outsideHalts(read: Read, interval: Interval, candles: Candle[], halts: Halts): Promise<Candle[]> {
  const finer = INTERVALS[INTERVALS.indexOf(interval) - 1];
  const found: Candle[] = [];
  for (const candle of candles) {
    const share = shareOf(halts, candle, interval);
    if (share === 'none') found.push(candle);
    if (share !== 'some' || finer === undefined) continue;
    const length = INTERVAL_SECONDS[interval];
    const parts = await read(finer, length / INTERVAL_SECONDS[finer], candle.time + length);
    const own = parts.filter(({ time }) => time >= candle.time);
    found.push(...(await outsideHalts(read, finer, own, halts)));
  }
  return found;
}

/** Ascending; of a time that is long ago, coarser ones. */
async function candlesSince(read: Read, from: number, halts: Halts): Promise<Candle[]> {
  let found: Candle[] = [];
  let before: number | null = null;
  for (const interval of INTERVALS) {
    const older: Candle[] = await read(interval, LIMIT, before);
    const outside = await outsideHalts(read, interval, older, halts);
    // The parts of a coarse one may reach into the time that is there in finer ones.
    found = outside.filter(({ time }) => before === null || time < before).concat(found);
    const [oldest] = older;
    if (oldest === undefined || oldest.time <= from) break;
    before = oldest.time;
  }
  // A halt may have begun since they were asked for: with the newest ones, which are minutes.
  return found.filter((candle) => shareOf(halts, candle, '1m') === 'none');
}

/**
 * Gives the path the candles that positions from before the process, and orders that follow the price, have lived
 * through, symbol by symbol: those that lie wholly outside halts, whose prices nothing was compared with.
 * Rejects when candles can't be read; what was read until then stays.
 */
export async function recallPath(
  path: PricePath,
  candles: Pick<Candles, 'series'>,
  { positions, orders }: Pick<MarketSnapshot, 'positions' | 'orders'>,
  halts: Halts,
): Promise<void> {
  const oldest = new Map<string, number>();
  const begin = (symbol: string, time: number): void =>
    void oldest.set(symbol, Math.min(oldest.get(symbol) ?? time, time));
  for (const { symbol, entryRecord } of positions) begin(symbol, entryRecord.time);
  for (const { symbol, callback } of orders) if (callback !== null) begin(symbol, callback.peak.time);
  for (const [symbol, time] of oldest) {
    const read: Read = (interval, limit, before) => candles.series(symbol, interval, limit, before);
    path.recall(symbol, await candlesSince(read, time / 1000, halts));
  }
}
