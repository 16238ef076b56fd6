import { type Candle, type Interval, INTERVAL_SECONDS, aggregateCandles } from '@plecho/domain';
import { SeedRandomness, SYNTHETIC_PAIRS, SyntheticMarket } from '@plecho/synthetic';
import { readKlineSeries } from '../../apps/server/src/feeds/replay/index.ts';

const DAY = 86_400;
/** All that are asked for of a few pairs at a time, in some 40 MB. */
const DAYS_KEPT = 200;

export interface ListedPair {
  symbol: string;
  priceDecimals: number;
}

/** What the stand-in plays: one-minute candles of any time, past and to come. */
export interface Minutes {
  readonly pairs: readonly ListedPair[];
  /** @param time opening time, seconds; null when nothing was traded */
  minute(symbol: string, time: number): Candle | null;
}

/** Recorded klines over and over: a minute of today has the candle of the same place in the recording. */
export async function filesOver(paths: readonly string[]): Promise<Minutes> {
  const series = await readKlineSeries(paths);
  const bySymbol = new Map(
    series.map(({ symbol, klines }) => {
      const [first, last] = [klines[0]?.time ?? 0, klines.at(-1)?.time ?? 0];
      return [
        symbol,
        { length: (last - first) / 60 + 1, byIndex: new Map(klines.map((k) => [(k.time - first) / 60, k])) },
      ];
    }),
  );
  return {
    pairs: series.map(({ symbol, priceDecimals }) => ({ symbol, priceDecimals })),
    minute: (symbol, time) => {
      const recorded = bySymbol.get(symbol);
      const candle = recorded?.byIndex.get((time / 60) % recorded.length);
      return candle === undefined ? null : { ...candle, time };
    },
  };
}

/**
 * The product's generator, from a seed.
 * @param count of pairs, the best known first
 * @param since when the pairs were listed, seconds: a year of days of twenty pairs takes minutes to make
 */
export function synthetic(seed: string, count = SYNTHETIC_PAIRS.length, since = 0): Minutes {
  const pairs = SYNTHETIC_PAIRS.slice(0, count);
  const market = new SyntheticMarket(new SeedRandomness(seed), pairs);
  const days = new Map<string, Candle[]>();
  return {
    pairs,
    minute: (symbol, time) => {
      if (time < since) return null;
      const day = Math.floor(time / DAY) * DAY;
      const key = `${symbol} ${day}`;
      let minutes = days.get(key);
      if (minutes === undefined) {
        minutes = market.candles(symbol, day, day + DAY);
        days.set(key, minutes);
        if (days.size > DAYS_KEPT) days.delete(days.keys().next().value ?? '');
      }
      return minutes[(time - day) / 60] ?? null;
    },
  };
}

/** At most `limit` candles that open in [from, to) seconds, made of minutes that end at or before `now`. */
export function candlesOf(
  minutes: Minutes,
  symbol: string,
  interval: Interval,
  { from, to, now, limit }: { from: number; to: number; now: number; limit: number },
): Candle[] {
  const length = INTERVAL_SECONDS[interval];
  const found: Candle[] = [];
  for (
    let start = Math.ceil(from / length) * length;
    start < Math.min(to, now) && found.length < limit;
    start += length
  ) {
    const parts: Candle[] = [];
    for (let time = start; time < start + length && time + 60 <= now; time += 60) {
      const minute = minutes.minute(symbol, time);
      if (minute !== null) parts.push(minute);
    }
    const [candle] = interval === '1m' ? parts : aggregateCandles(parts, interval);
    if (candle !== undefined) found.push(candle);
  }
  return found;
}
