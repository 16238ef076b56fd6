import type { Price } from '@plecho/domain';
import type { Candles } from '../../src/engine/candles/ports.ts';
import { noCandles } from './scripted-feed.ts';

const MINUTE_MS = 60_000;

/** Of each pair the candle of its last minute, over all processes of a market: what it ends at. There are no others. */
export class LastCandles {
  readonly #last = new Map<string, { time: number; close: Price }>();

  readonly candles: Candles = {
    ...noCandles,
    tick: (symbol, close, time) => void this.#last.set(symbol, { time: Math.floor(time / MINUTE_MS) * 60, close }),
    series: (symbol, _interval, limit) => {
      const last = limit === 1 ? this.#last.get(symbol) : undefined;
      if (last === undefined) return Promise.resolve([]);
      const { time, close } = last;
      return Promise.resolve([{ time, open: close, high: close, low: close, close, volume: 0n }]);
    },
  };
}
