import { DEFAULT_RULES, parsePrice, type Candle, type Interval, type Pair, type Price } from '@plecho/domain';
import type { AccountView, PriceRecord } from '../../src/commands/batch.ts';
import type { MoveCounts } from '../../src/engine/candles/ports.ts';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';
import type {
  MarketPort,
  Markets,
  MarketStats,
  MarketStatus,
  Quotes,
  RunningMarketPort,
} from '../../src/engine/market-port.ts';

export const usd = (text: string): Price => {
  const price = parsePrice(text);
  if (price === null) throw new Error(`${text} is no price`);
  return price;
};

const pairOf = (symbol: string): Pair => ({
  ...{ symbol, baseAsset: symbol.replace('USDT', ''), quoteAsset: 'USDT', priceDecimals: 2 },
});

/** A market whose prices are what a test says. */
export class FixedMarket implements MarketPort {
  readonly id = 'main';
  readonly prices = new Map<string, PriceRecord>();
  readonly closed: Candle[] = [];
  time = 1_000_000;
  /** The newest checkpoint of its log. */
  checkpoint: MarketStatus['log'] = null;
  current: Candle | null = null;
  /** Of every account; null: not at hand. */
  view: AccountView | null = null;
  /** Over and to be read. */
  ended = false;
  /** Resolves before prices and candles have been read. */
  reading: Promise<void> = Promise.resolve();

  get definition(): MarketDefinition {
    return {
      ...{ id: this.id, kind: 'synthetic', label: 'Синтетический рынок', title: 'Основной', startAt: 0 },
      ...{
        rules: DEFAULT_RULES,
        startBalance: 1_000_000_000n,
        parameters: {},
        scenario: null,
        endAt: null,
        ended: this.ended,
      },
    };
  }

  get pairs(): ReadonlyMap<string, Pair> {
    return new Map([...this.prices.keys()].map((symbol) => [symbol, pairOf(symbol)]));
  }

  status(): Promise<MarketStatus> {
    return Promise.resolve(this.#status());
  }

  setPrice(symbol: string, price: string): PriceRecord {
    const record = { seq: BigInt(this.time), symbol, price: usd(price), time: this.time };
    this.prices.set(symbol, record);
    return record;
  }

  async quotes(): Promise<Quotes> {
    const tickers = [...this.prices].map(([symbol, last]) => ({
      pair: pairOf(symbol),
      last,
      open24h: usd('100'),
      high24h: last.price,
      low24h: usd('90'),
      volume24h: 5_000_000n,
    }));
    const quotes = { status: this.#status(), tickers };
    await this.reading;
    return quotes;
  }

  account(): Promise<AccountView | null> {
    return Promise.resolve(this.view);
  }

  lastPrices(): Promise<ReadonlyMap<string, PriceRecord>> {
    return Promise.resolve(this.prices);
  }

  courses(): Promise<ReadonlyMap<string, readonly Price[]>> {
    return Promise.resolve(new Map([...this.prices].map(([symbol, { price }]) => [symbol, [price]])));
  }

  async candles(_symbol: string, _interval: Interval, limit: number): Promise<Candle[]> {
    await this.reading;
    return [...this.closed, ...(this.current === null ? [] : [this.current])].slice(-limit);
  }

  openCandle(): Promise<Candle | null> {
    return Promise.resolve(this.current);
  }

  moveFrequency(): Promise<MoveCounts> {
    return Promise.resolve({ windowHours: 24, starts: 0, long: [], short: [] });
  }

  #status(): MarketStatus {
    return { life: 'running', halt: null, ready: true, now: this.time, members: 0, log: this.checkpoint };
  }
}

/** One that runs; what it can't be asked for is what another process does not answer. */
export class RunningFixedMarket extends FixedMarket implements RunningMarketPort {
  /** How its log keeps up. */
  logStats: MarketStats['log'] = null;
  /** Comes before every answer. */
  asked: Promise<void> = Promise.resolve();

  override async status(): Promise<MarketStatus> {
    await this.asked;
    return super.status();
  }

  async stats(): Promise<MarketStats> {
    await this.asked;
    return {
      ...{ batches: 0, commands: 0, firings: 0, failures: 0, phase: 'running', halt: null, backlog: 0, validTicks: 9 },
      ...{ rejected: {} as MarketStats['rejected'], newestPriceAgeMs: 12.4, candlesPending: 0, problem: null },
      log: this.logStats,
    };
  }

  halt(): Promise<void> {
    return Promise.resolve();
  }

  resume(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

/** The only market there is, and the main one. */
export const onlyMarket = (market: FixedMarket): Markets => ({
  mainId: market.id,
  get: (id) => (id === market.id ? market : null),
  isExpected: () => false,
  isWithdrawn: () => false,
  all: () => [market],
  running: () => (market instanceof RunningFixedMarket ? market : null),
  allRunning: () => (market instanceof RunningFixedMarket ? [market] : []),
  personalRunning: () => [],
  listen: () => undefined,
  submit: () => Promise.reject(new Error('not here')),
});
