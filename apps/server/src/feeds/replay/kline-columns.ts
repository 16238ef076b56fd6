import type { Candle } from '@plecho/domain';
import type { KlineSource } from './kline-source.ts';

const PAGE = 20_000;

/** Recorded candles of one pair, ascending. */
export interface RecordedCandles {
  readonly length: number;
  /** Opening time in seconds; undefined past the end. */
  timeAt(index: number): number | undefined;
  candleAt(index: number): Candle;
  /** Index of the first candle that opens at or after `time` (seconds). */
  firstFrom(time: number): number;
}

/** Recorded candles of one pair in typed arrays: a year takes 25 MB instead of 200. */
export class KlineColumns implements RecordedCandles {
  readonly length: number;
  readonly #time: Float64Array;
  readonly #open: BigInt64Array;
  readonly #high: BigInt64Array;
  readonly #low: BigInt64Array;
  readonly #close: BigInt64Array;
  readonly #volume: BigInt64Array;

  /** @param candles ascending */
  constructor(candles: readonly Candle[]) {
    this.length = candles.length;
    this.#time = Float64Array.from(candles, ({ time }) => time);
    this.#open = BigInt64Array.from(candles, ({ open }) => open);
    this.#high = BigInt64Array.from(candles, ({ high }) => high);
    this.#low = BigInt64Array.from(candles, ({ low }) => low);
    this.#close = BigInt64Array.from(candles, ({ close }) => close);
    this.#volume = BigInt64Array.from(candles, ({ volume }) => volume);
  }

  static async read(source: KlineSource, symbol: string): Promise<KlineColumns> {
    const candles: Candle[] = [];
    for (;;) {
      const page = await source.read(symbol, (candles.at(-1)?.time ?? -1) + 1, PAGE);
      if (page.length === 0) return new KlineColumns(candles);
      for (const candle of page) candles.push(candle);
    }
  }

  timeAt(index: number): number | undefined {
    return this.#time[index];
  }

  candleAt(index: number): Candle {
    return {
      time: this.#time[index] ?? 0,
      open: this.#open[index] ?? 0n,
      high: this.#high[index] ?? 0n,
      low: this.#low[index] ?? 0n,
      close: this.#close[index] ?? 0n,
      volume: this.#volume[index] ?? 0n,
    };
  }

  firstFrom(time: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#time[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
