import type { Candle } from '@plecho/domain';
import { SYNTHETIC_PAIRS, type SyntheticSource } from '@plecho/synthetic';
import { readKlineSeries } from '../../apps/server/src/feeds/replay/index.ts';
import { SyntheticFeed } from '../../apps/server/src/feeds/synthetic/synthetic-feed.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import type { CloseSeries } from './statistics.ts';

/** One-minute candles of a pair with a name to show. */
export interface NamedSeries {
  name: string;
  symbol: string;
  closes: CloseSeries;
  /** Mean of (high − low) / open, basis points. */
  rangeBp: number;
}

const DAY = 86_400;

function seriesOf(name: string, symbol: string, candles: readonly Candle[]): NamedSeries {
  const ranges = candles.map(({ open, high, low }) => (Number(high - low) / Number(open)) * 10_000);
  return {
    name,
    symbol,
    closes: {
      time: Float64Array.from(candles, ({ time }) => time),
      close: Float64Array.from(candles, ({ close }) => Number(close)),
    },
    rangeBp: ranges.reduce((sum, range) => sum + range, 0) / ranges.length,
  };
}

/** @throws KlineFileError for files that can't be used */
export async function recordedSeries(paths: readonly string[]): Promise<NamedSeries[]> {
  const all = await readKlineSeries(paths);
  return all.map(({ symbol, klines }) => {
    const first = new Date((klines[0]?.time ?? 0) * 1000).toISOString().slice(0, 10);
    return seriesOf(`${symbol}, recorded from ${first}`, symbol, klines);
  });
}

/** The `days` days of a synthetic pair that end with the day `until` (seconds, its start). @throws RangeError for an unknown pair */
export function syntheticSeries(symbol: string, source: SyntheticSource, days: number, until: number): NamedSeries {
  const pairs = SYNTHETIC_PAIRS.filter((pair) => pair.symbol === symbol);
  if (pairs.length === 0) throw new RangeError(`the synthetic market has no pair ${symbol}`);
  const feed = new SyntheticFeed({ ...source, clock: { ...systemClock, now: () => until * 1000 }, pairs });
  return seriesOf(`${symbol}, synthetic`, symbol, feed.history(symbol, until - days * DAY, until));
}
