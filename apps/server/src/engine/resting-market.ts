import type { Candle, Interval, Pair, Price } from '@plecho/domain';
import type { PriceRecord } from '../commands/batch.ts';
import type { Command, Idempotency, Outcome } from '../commands/command.ts';
import type { Candles, MoveCounts } from './candles/ports.ts';
import type { MarketDefinition } from './market-definition.ts';
import type { MarketStatus, Ticker } from './market-port.ts';

export interface RestingOptions {
  definition: MarketDefinition;
  pairs: readonly Pair[];
  candles: Candles;
  status(): MarketStatus;
  /** What the pair stands at; null before its first price. */
  lastPrice(symbol: string): Price | null;
  /** Carries out what wakes the market, or refuses it when it is over. */
  submit(command: Command, idempotency?: Idempotency): Promise<Outcome>;
}

/**
 * A market whose clock stands, as a personal replay's does when nobody plays it: to be read. It has no queue, no timer,
 * no lock and no connection; the first command gives it them again.
 */
export class RestingMarket {
  readonly id: string;
  readonly definition: MarketDefinition;
  readonly pairs: ReadonlyMap<string, Pair>;
  readonly #options: RestingOptions;

  constructor(options: RestingOptions) {
    const { definition, pairs } = options;
    this.id = definition.id;
    this.definition = definition;
    this.pairs = new Map(pairs.map((pair) => [pair.symbol, pair]));
    this.#options = options;
  }

  status(): MarketStatus {
    return this.#options.status();
  }

  /** Nothing is kept in memory: the database is asked. */
  account(): null {
    return null;
  }

  tickers(): Ticker[] {
    return [...this.pairs.values()].map((pair) => {
      const stats = this.#options.candles.stats(pair.symbol);
      return {
        pair,
        last: this.lastRecord(pair.symbol),
        open24h: stats?.open ?? null,
        high24h: stats?.high ?? null,
        low24h: stats?.low ?? null,
        volume24h: stats?.volume ?? 0n,
      };
    });
  }

  /** No fill names it, so it has no number of its own. */
  lastRecord(symbol: string): PriceRecord | null {
    const price = this.#options.lastPrice(symbol);
    return price === null ? null : { seq: 0n, symbol, price, time: this.#options.status().now };
  }

  candles(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    return this.#options.candles.series(symbol, interval, limit, before);
  }

  openCandle(symbol: string, interval: Interval): Candle | null {
    return this.#options.candles.open(symbol, interval);
  }

  courses(): Map<string, Price[]> {
    const { candles } = this.#options;
    return new Map([...this.pairs.keys()].map((symbol) => [symbol, candles.course(symbol)]));
  }

  moveFrequency(symbol: string): Promise<MoveCounts> {
    return this.#options.candles.moveFrequency(symbol, this.definition.rules.maintenance);
  }

  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    return this.#options.submit(command, idempotency);
  }
}
