import type { Candle, Interval, Pair, Price } from '@plecho/domain';
import type { AccountView, PriceRecord } from '../commands/batch.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import type { MoveCounts } from './candles/ports.ts';
import type { EndedMarket } from './ended-market.ts';
import type { MarketDefinition } from './market-definition.ts';
import { MarketHost } from './market-host.ts';
import type { MarketSide, MarketStats, MarketStatus, Quotes } from './market-port.ts';
import type { RestingMarket } from './resting-market.ts';

type LocalMarket = MarketHost | EndedMarket | RestingMarket;

/** A market of this process as the desk holds it. */
export const localSide = (market: LocalMarket): MarketSide => new LocalSide(market);

class LocalSide implements MarketSide {
  readonly #market: LocalMarket;

  constructor(market: LocalMarket) {
    this.#market = market;
  }

  get id(): string {
    return this.#market.id;
  }

  get definition(): MarketDefinition {
    return this.#market.definition;
  }

  get pairs(): ReadonlyMap<string, Pair> {
    return this.#market.pairs;
  }

  get isRunning(): boolean {
    return this.#market instanceof MarketHost;
  }

  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    return this.#market.submit(command, idempotency);
  }

  status(): Promise<MarketStatus> {
    return Promise.resolve(this.#market.status());
  }

  async quotes(): Promise<Quotes> {
    await this.#whole();
    return { status: this.#market.status(), tickers: this.#market.tickers() };
  }

  account(accountId: bigint): Promise<AccountView | null> {
    return Promise.resolve(this.#market.account(accountId));
  }

  lastPrices(symbols: Iterable<string>): Promise<ReadonlyMap<string, PriceRecord>> {
    const prices = new Map<string, PriceRecord>();
    for (const symbol of symbols) {
      const record = this.#market.lastRecord(symbol);
      if (record !== null) prices.set(symbol, record);
    }
    return Promise.resolve(prices);
  }

  candles(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    return this.#market.candles(symbol, interval, limit, before);
  }

  async openCandle(symbol: string, interval: Interval): Promise<Candle | null> {
    await this.#whole();
    return this.#market.openCandle(symbol, interval);
  }

  async courses(): Promise<ReadonlyMap<string, readonly Price[]>> {
    await this.#whole();
    return this.#market.courses();
  }

  moveFrequency(symbol: string): Promise<MoveCounts> {
    return this.#market.moveFrequency(symbol);
  }

  async stats(): Promise<MarketStats> {
    return this.#host().stats();
  }

  async halt(reason: string): Promise<void> {
    this.#host().halt(new Error(reason));
  }

  async resume(): Promise<boolean> {
    return this.#host().resume();
  }

  /** Commands are decided before the day before them is here; nobody is shown one that began a second ago. */
  async #whole(): Promise<void> {
    if (this.#market instanceof MarketHost) await this.#market.whole;
  }

  #host(): MarketHost {
    if (this.#market instanceof MarketHost) return this.#market;
    throw new UnavailableError(`the market ${this.id} is over`);
  }
}
