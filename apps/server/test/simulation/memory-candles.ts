import { INTERVALS, type Candle, type Interval } from '@plecho/domain';
import type { CandleStore, StoredCandle } from '../../src/engine/candles/ports.ts';

/** Candles that outlive a market's process, in memory. Nothing is ever too old. */
export class MemoryCandles implements CandleStore {
  readonly #series = new Map<string, Map<number, Candle>>();

  append(candles: readonly StoredCandle[]): Promise<void> {
    for (const { symbol, interval, candle } of candles) this.#of(symbol, interval).set(candle.time, candle);
    return Promise.resolve();
  }

  read(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    return Promise.resolve(
      this.all(symbol, interval)
        .filter(({ time }) => before === null || time < before)
        .slice(-limit),
    );
  }

  spans(): ReturnType<CandleStore['spans']> {
    const spans = [...this.#series.keys()].flatMap((key) => {
      const [symbol = '', name] = key.split(' ');
      const interval = INTERVALS.find((known) => known === name);
      const all = interval === undefined ? [] : this.all(symbol, interval);
      const [oldest, newest] = [all[0]?.time, all.at(-1)?.time];
      return interval === undefined || oldest === undefined || newest === undefined
        ? []
        : [{ symbol, interval, oldest, newest }];
    });
    return Promise.resolve(spans);
  }

  minutes(from: number, to: number): Promise<Map<string, Candle[]>> {
    const symbols = new Set([...this.#series.keys()].map((key) => key.split(' ')[0] ?? ''));
    const within = (symbol: string): Candle[] => this.all(symbol, '1m').filter(({ time }) => time >= from && time < to);
    return Promise.resolve(new Map([...symbols].map((symbol) => [symbol, within(symbol)])));
  }

  deleteBefore(): Promise<number> {
    return Promise.resolve(0);
  }

  pack(): Promise<number> {
    return Promise.resolve(0);
  }

  /** Ascending. */
  all(symbol: string, interval: Interval): Candle[] {
    return [...this.#of(symbol, interval).values()].sort((a, b) => a.time - b.time);
  }

  #of(symbol: string, interval: Interval): Map<number, Candle> {
    const key = `${symbol} ${interval}`;
    const series = this.#series.get(key) ?? new Map<number, Candle>();
    this.#series.set(key, series);
    return series;
  }
}
