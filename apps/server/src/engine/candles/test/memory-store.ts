import type { Candle, Interval } from '@plecho/domain';
import type { CandleSpan, CandleStore, StoredCandle } from '../ports.ts';

/** A candle storage in memory, for tests of what is above it. */
export class MemoryCandleStore implements CandleStore {
  readonly #series = new Map<string, Map<number, Candle>>();

  async append(candles: readonly StoredCandle[]): Promise<void> {
    for (const { symbol, interval, candle } of candles) {
      const key = `${symbol} ${interval}`;
      const series = this.#series.get(key) ?? new Map<number, Candle>();
      this.#series.set(key, series.set(candle.time, { ...candle }));
    }
  }

  async read(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    return this.all(symbol, interval)
      .filter(({ time }) => before === null || time < before)
      .slice(-limit);
  }

  async spans(): Promise<CandleSpan[]> {
    return [...this.#series].flatMap(([key, series]) => {
      const [symbol = '', interval] = key.split(' ');
      if (series.size === 0) return [];
      return [
        {
          symbol,
          interval: interval as Interval,
          oldest: Math.min(...series.keys()),
          newest: Math.max(...series.keys()),
        },
      ];
    });
  }

  async minutes(from: number, to: number): Promise<Map<string, Candle[]>> {
    const found = new Map<string, Candle[]>();
    for (const key of this.#series.keys()) {
      const [symbol = '', interval] = key.split(' ');
      const candles = interval === '1m' ? this.all(symbol, '1m').filter(({ time }) => time >= from && time < to) : [];
      if (candles.length > 0) found.set(symbol, candles);
    }
    return found;
  }

  async deleteBefore(interval: Interval, before: number, limit: number): Promise<number> {
    let deleted = 0;
    for (const [key, series] of this.#series) {
      if (!key.endsWith(` ${interval}`)) continue;
      for (const time of [...series.keys()].sort((a, b) => a - b)) {
        if (time >= before || deleted === limit) break;
        series.delete(time);
        deleted += 1;
      }
    }
    return deleted;
  }

  async pack(): Promise<number> {
    return 0;
  }

  /** Everything stored of a pair and interval, ascending. */
  all(symbol: string, interval: Interval): Candle[] {
    return [...(this.#series.get(`${symbol} ${interval}`)?.values() ?? [])].sort((a, b) => a.time - b.time);
  }
}
