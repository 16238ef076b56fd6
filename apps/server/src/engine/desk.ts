import type { Candle, Interval, Pair } from '@plecho/domain';
import type { AccountView, PriceRecord } from '../commands/batch.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import { refuse } from '../commands/decision.ts';
import type { MoveCounts } from './candles/ports.ts';
import type { EndedMarket } from './ended-market.ts';
import type { MarketListener } from './events.ts';
import type { MarketDefinition } from './market-definition.ts';
import { MarketHost } from './market-host.ts';
import type { Markets, MarketStats, MarketStatus, Quotes, RunningMarketPort } from './market-port.ts';
import type { RestingMarket } from './resting-market.ts';

type AnyMarket = MarketHost | EndedMarket | RestingMarket;

/** All markets of this process, running and over: finds the queue that a command belongs to. */
export class MarketDesk implements Markets {
  readonly mainId: string;
  readonly #markets = new Map<string, LocalMarket>();
  readonly #expected = new Set<string>();
  readonly #withdrawn = new Set<string>();
  readonly #listeners: MarketListener[] = [];
  /** Keys in flight, and where. */
  readonly #keys = new Map<string, { marketId: string; count: number }>();

  constructor(mainId: string) {
    this.mainId = mainId;
  }

  /** Hosts tell it what happens, and it tells everybody. */
  readonly listener: MarketListener = {
    price: (marketId, record, volume) => {
      for (const listener of this.#listeners) listener.price(marketId, record, volume);
    },
    account: (event) => {
      for (const listener of this.#listeners) listener.account(event);
    },
  };

  /** Adds a market that has been started, or one that is over in the place of its host. */
  add(market: AnyMarket): void {
    const known = this.#markets.get(market.id);
    if (known === undefined) this.#markets.set(market.id, new LocalMarket(market));
    else known.replace(market);
    this.#expected.delete(market.id);
  }

  /** Forgets a market that neither runs nor is asked about; it may be added anew. */
  remove(marketId: string): void {
    this.#markets.delete(marketId);
  }

  /** Says of a market that it exists, although it could not be started yet. */
  expect(marketId: string): void {
    this.#expected.add(marketId);
  }

  /** Takes a market off the lists of those who have no account in it. */
  withdraw(marketId: string): void {
    this.#withdrawn.add(marketId);
  }

  get(marketId: string): LocalMarket | null {
    return this.#markets.get(marketId) ?? null;
  }

  running(marketId: string): LocalMarket | null {
    const market = this.get(marketId);
    return market?.isRunning === true ? market : null;
  }

  isWithdrawn(marketId: string): boolean {
    return this.#withdrawn.has(marketId);
  }

  isExpected(marketId: string): boolean {
    return this.#expected.has(marketId);
  }

  /** The main market first, the others in the order in which they were added. */
  all(): LocalMarket[] {
    const isMain = ({ id }: { id: string }): number => (id === this.mainId ? 0 : 1);
    return [...this.#markets.values()].sort((a, b) => isMain(a) - isMain(b));
  }

  allRunning(): LocalMarket[] {
    return this.all().filter(({ isRunning, definition }) => isRunning && definition.ownerId === undefined);
  }

  personalRunning(): LocalMarket[] {
    return this.all().filter(({ isRunning, definition }) => isRunning && definition.ownerId !== undefined);
  }

  listen(listener: MarketListener): void {
    this.#listeners.push(listener);
  }

  /**
   * A key belongs to a user and an operation, whatever the market (rule L6): while it is in flight in
   * one market it is somebody else's in every other.
   */
  async submit(marketId: string, command: Command, idempotency?: Idempotency): Promise<Outcome> {
    const market = this.get(marketId);
    if (market === null) return refuse(this.isExpected(marketId) ? 'unavailable' : 'unknown_market');
    if (idempotency === undefined) return market.submit(command);
    const scope = `${idempotency.userId}:${idempotency.operation}:${idempotency.key}`;
    const inFlight = this.#keys.get(scope) ?? { marketId, count: 0 };
    if (inFlight.marketId !== marketId) return refuse('idempotency_conflict');
    this.#keys.set(scope, inFlight);
    inFlight.count++;
    try {
      return await market.submit(command, idempotency);
    } finally {
      inFlight.count--;
      if (inFlight.count === 0) this.#keys.delete(scope);
    }
  }
}

/**
 * The port to a market of this process. It stays when the market ends, so that nobody who holds it keeps
 * the host alive.
 */
class LocalMarket implements RunningMarketPort {
  #market: AnyMarket;

  constructor(market: AnyMarket) {
    this.#market = market;
  }

  /** Puts what is left of a market in the place of its host. */
  replace(market: AnyMarket): void {
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

  /** @see MarketDesk.submit, which comes before it */
  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    return this.#market.submit(command, idempotency);
  }

  status(): Promise<MarketStatus> {
    return Promise.resolve(this.#market.status());
  }

  quotes(): Promise<Quotes> {
    return Promise.resolve({ status: this.#market.status(), tickers: this.#market.tickers() });
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

  openCandle(symbol: string, interval: Interval): Promise<Candle | null> {
    return Promise.resolve(this.#market.openCandle(symbol, interval));
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

  #host(): MarketHost {
    if (this.#market instanceof MarketHost) return this.#market;
    throw new UnavailableError(`the market ${this.id} is over`);
  }
}
