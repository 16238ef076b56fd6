import { type Candle, candleTime } from '@plecho/domain';
import type { FeedSink, RawTick } from '../feed.ts';

/** A sink that keeps what it is told. */
export class CollectingSink implements FeedSink {
  readonly ticks: RawTick[] = [];
  ends = 0;
  readonly gone: string[] = [];

  tick(tick: RawTick): void {
    this.ticks.push(tick);
  }

  ended(): void {
    this.ends += 1;
  }

  delisted(symbol: string): void {
    this.gone.push(symbol);
  }

  of(symbol: string): RawTick[] {
    return this.ticks.filter((tick) => tick.symbol === symbol);
  }
}

/** One-minute candles of the ticks of one pair. */
export function candlesOf(ticks: readonly RawTick[]): Candle[] {
  const candles: Candle[] = [];
  for (const { price, time, volume } of ticks) {
    if (price === null) throw new Error('a tick without a price');
    const minute = candleTime(time, '1m');
    const last = candles.at(-1);
    if (last?.time !== minute) {
      candles.push({ time: minute, open: price, high: price, low: price, close: price, volume });
      continue;
    }
    if (price > last.high) last.high = price;
    if (price < last.low) last.low = price;
    last.close = price;
    last.volume += volume;
  }
  return candles;
}
