import type { Candle, Interval, Pair, Price } from '@plecho/domain';
import type { AccountView, PriceRecord } from '../commands/batch.ts';
import type { Command, Idempotency, Outcome } from '../commands/command.ts';
import { refuse } from '../commands/decision.ts';
import { scopeOf } from '../lib/once.ts';
import type { MoveCounts } from './candles/ports.ts';
import type { MarketListener } from './events.ts';
import type { MarketDefinition } from './market-definition.ts';
import type { Markets, MarketSide, MarketStats, MarketStatus, Quotes } from './market-port.ts';

/** All markets, running and over, of this process and of others: finds the queue that a command belongs to. */
export class MarketDesk implements Markets {
  readonly mainId: string;
  readonly #markets = new Map<string, DeskMarket>();
  readonly #expected = new Set<string>();
  readonly #withdrawn = new Set<string>();
  readonly #listeners: MarketListener[] = [];
  /** Keys in flight, and where. */
  readonly #keys = new Map<string, { marketId: string; count: number }>();

  constructor(mainId: string) {
    this.mainId = mainId;
  }

  /** Hosts and sides of markets elsewhere tell it what happens, and it tells everybody. */
  readonly listener: MarketListener = {
    price: (marketId, record, volume) => {
      for (const listener of this.#listeners) listener.price(marketId, record, volume);
    },
    account: (event) => {
      for (const listener of this.#listeners) listener.account(event);
    },
    delisted: (marketId, symbol) => {
      for (const listener of this.#listeners) listener.delisted?.(marketId, symbol);
    },
  };

  /** Adds a market, or puts this side of it in the place of the one that was: a host has ended, or is another process's. */
  add(side: MarketSide): void {
    const known = this.#markets.get(side.id);
    if (known === undefined) this.#markets.set(side.id, new DeskMarket(side));
    else known.replace(side);
    this.#expected.delete(side.id);
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

  get(marketId: string): DeskMarket | null {
    return this.#markets.get(marketId) ?? null;
  }

  running(marketId: string): DeskMarket | null {
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
  all(): DeskMarket[] {
    const isMain = ({ id }: { id: string }): number => (id === this.mainId ? 0 : 1);
    return [...this.#markets.values()].sort((a, b) => isMain(a) - isMain(b));
  }

  allRunning(): DeskMarket[] {
    return this.all().filter(({ isRunning, definition }) => isRunning && definition.ownerId === undefined);
  }

  personalRunning(): DeskMarket[] {
    return this.all().filter(({ isRunning, definition }) => isRunning && definition.ownerId !== undefined);
  }

  listen(listener: MarketListener): void {
    this.#listeners.push(listener);
  }

  /**
   * A key belongs to a user and an action, whatever the market (rule L6): while it is in flight in
   * one market it is somebody else's in every other.
   */
  async submit(marketId: string, command: Command, idempotency?: Idempotency): Promise<Outcome> {
    const market = this.get(marketId);
    if (market === null) return refuse(this.isExpected(marketId) ? 'unavailable' : 'unknown_market');
    if (idempotency === undefined) return market.submit(command);
    const scope = scopeOf(idempotency);
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

/** What the desk hands out of a market. It stays when another side takes its place, so nobody who holds it keeps a host alive. */
class DeskMarket implements MarketSide {
  #side: MarketSide;

  constructor(side: MarketSide) {
    this.#side = side;
  }

  /** Puts another side of the market in the place of the one that was. */
  replace(side: MarketSide): void {
    this.#side = side;
  }

  get id(): string {
    return this.#side.id;
  }

  get definition(): MarketDefinition {
    return this.#side.definition;
  }

  get pairs(): ReadonlyMap<string, Pair> {
    return this.#side.pairs;
  }

  get isRunning(): boolean {
    return this.#side.isRunning;
  }

  /** @see MarketDesk.submit, which comes before it */
  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    return this.#side.submit(command, idempotency);
  }

  status(): Promise<MarketStatus> {
    return this.#side.status();
  }

  quotes(): Promise<Quotes> {
    return this.#side.quotes();
  }

  account(accountId: bigint): Promise<AccountView | null> {
    return this.#side.account(accountId);
  }

  lastPrices(symbols: Iterable<string>): Promise<ReadonlyMap<string, PriceRecord>> {
    return this.#side.lastPrices(symbols);
  }

  candles(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    return this.#side.candles(symbol, interval, limit, before);
  }

  openCandle(symbol: string, interval: Interval): Promise<Candle | null> {
    return this.#side.openCandle(symbol, interval);
  }

  courses(): Promise<ReadonlyMap<string, readonly Price[]>> {
    return this.#side.courses();
  }

  moveFrequency(symbol: string): Promise<MoveCounts> {
    return this.#side.moveFrequency(symbol);
  }

  stats(): Promise<MarketStats> {
    return this.#side.stats();
  }

  halt(reason: string): Promise<void> {
    return this.#side.halt(reason);
  }

  resume(): Promise<boolean> {
    return this.#side.resume();
  }
}
