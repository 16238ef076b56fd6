import { DEFAULT_RULES, parsePrice, parseUsdt, type MarketRules, type Price, type Usdt } from '@plecho/domain';
import { countedIds, FakeClock } from '@plecho/testkit';
import type {
  AccountState,
  Batch,
  IdSource,
  Journal,
  OrderState,
  PositionState,
  TradeState,
} from '../src/commands/batch.ts';
import type { Command, Idempotency, Outcome, UserCommand } from '../src/commands/command.ts';
import type { Candles } from '../src/engine/candles/ports.ts';
import type { AccountEvent } from '../src/engine/events.ts';
import type { KeyRegister } from '../src/engine/key-register.ts';
import { definitionOf } from '../src/engine/log/definition.ts';
import { MarketLog } from '../src/engine/log/market-log.ts';
import type { MarketDefinition } from '../src/engine/market-definition.ts';
import { MarketHost } from '../src/engine/market-host.ts';
import { FAIR, MemoryJournal, MemoryStore, type AppendFate, type JournalWeather } from './simulation/memory-journal.ts';
import { FAIR_LOG, MemoryLogStore, TEST_SIGNER, type LogWeather } from './simulation/memory-log.ts';
import type { Feed } from '../src/feeds/feed.ts';
import { noCandles, ScriptedFeed } from './simulation/scripted-feed.ts';

export const BTC = 'BTCUSDT';
export const ETH = 'ETHUSDT';

export function usdt(text: string): Usdt {
  const value = parseUsdt(text);
  if (value === null) throw new Error(`not an amount: ${text}`);
  return value;
}

export function price(text: string): Price {
  const value = parsePrice(text);
  if (value === null) throw new Error(`not a price: ${text}`);
  return value;
}

type Open = Omit<Extract<UserCommand, { type: 'openPosition' }>, 'type' | 'accountId'>;

interface Setup {
  id?: string;
  rules?: Partial<MarketRules>;
  /** Seconds; 1970 by default. */
  startAt?: number;
  startBalance?: Usdt;
  /** What is committed already: the market goes on from there. */
  store?: MemoryStore;
  clock?: FakeClock;
  references?: ReadonlyMap<string, Price>;
  /** Told for which market time the candles are prepared. */
  onCandles?: (now: number) => void;
  /** What is kept of the time before; nothing by default. */
  series?: Candles['series'];
  /** Another storage than the one in memory, with its ids; `store` then stays empty. */
  storage?: { journal?: Journal; ids: IdSource };
  /** Where the prices come from instead of `feed`, on the same clock. */
  source?: Feed;
  /** With a log of its prices, on the same store. */
  logged?: { weather?: Partial<LogWeather>; waitingBytes?: number };
  /** @see RunnerOptions.gatherMs */
  gatherMs?: number;
  /** @see RunnerOptions.keys */
  keys?: KeyRegister;
}

/** A market on a store in memory, with a clock, a feed and faults that the test decides about. */
export class TestMarket {
  readonly store: MemoryStore;
  readonly clock: FakeClock;
  readonly feed: ScriptedFeed;
  readonly host: MarketHost;
  readonly events: AccountEvent[] = [];
  readonly failures: string[] = [];
  readonly trades: TradeState[] = [];
  readonly batches: Batch[] = [];
  readonly weather: {
    slow: boolean;
    fates: AppendFate[];
    lookUpsSlow: boolean;
    lookUpsFail: boolean;
    loadFails: boolean;
    haltFails: boolean;
    refuses: (batch: Batch) => boolean;
    nextId: () => void;
  } = {
    slow: false,
    fates: [],
    lookUpsSlow: false,
    lookUpsFail: false,
    loadFails: false,
    haltFails: false,
    refuses: () => false,
    nextId: () => {},
  };
  readonly journal: MemoryJournal;
  readonly log: MarketLog | null;
  readonly logStore: MemoryLogStore;
  /** What was told to operators, and what a refused batch was made of. */
  readonly details: string[] = [];
  saved = 0;

  constructor({
    id = 'main',
    rules = {},
    startAt = 0,
    startBalance = usdt('1000'),
    store,
    clock,
    references,
    onCandles,
    series = noCandles.series,
    storage,
    source,
    logged,
    gatherMs = 0,
    keys,
  }: Setup = {}) {
    this.store = store ?? new MemoryStore();
    this.clock = clock ?? new FakeClock(1_770_300_000_000);
    this.feed = new ScriptedFeed([BTC, ETH], this.clock, references);
    const weather: JournalWeather = {
      ...FAIR,
      isSlow: () => this.weather.slow,
      fate: () => this.weather.fates.shift() ?? 'committed',
      refuses: (batch) => this.weather.refuses(batch),
      failsLookUp: () => this.weather.lookUpsFail,
      isSlowLookUp: () => this.weather.lookUpsSlow,
      failsLoad: () => this.weather.loadFails,
      failsHalt: () => this.weather.haltFails,
      isSlowHaltEnd: () => this.weather.slow,
    };
    this.journal = new MemoryJournal(this.store, weather, {
      decided: () => {},
      committed: (batch) => {
        this.batches.push(batch);
        this.trades.push(...batch.trades);
      },
      aborted: () => {},
    });
    let lastId = this.store.lastId;
    const definition: MarketDefinition = {
      id,
      kind: 'synthetic',
      title: 'Main',
      label: 'Синтетический рынок',
      startAt,
      startBalance,
      rules: { ...DEFAULT_RULES, ...rules },
      parameters: { seed: 1 },
      scenario: null,
      endAt: null,
      ended: false,
    };
    this.logStore = new MemoryLogStore(this.store.log, { ...FAIR_LOG, ...logged?.weather });
    this.log = logged === undefined ? null : this.#newLog(definition, logged.waitingBytes);
    this.host = new MarketHost({
      definition,
      ...(this.log === null ? {} : { log: this.log }),
      feed: source ?? this.feed,
      candles: { ...noCandles, series, start: (now) => Promise.resolve(onCandles?.(now)) },
      journal: storage?.journal ?? this.journal,
      ids:
        storage?.ids ??
        countedIds(() => {
          this.weather.nextId();
          return (lastId += 1n);
        }),
      clock: this.clock,
      gatherMs,
      ...(keys === undefined ? {} : { keys }),
      candlesUntil: null,
      saveEnded: () => {
        this.saved++;
        return Promise.resolve();
      },
      onFailure: (message, _error, details) => {
        this.failures.push(message);
        if (details !== undefined) this.details.push(details);
      },
    });
    this.host.listen({ price: () => {}, account: (event) => void this.events.push(event) });
  }

  /** The same market in a new process: nothing but the committed state is left. */
  static async restarted(before: TestMarket, setup: Setup = {}): Promise<TestMarket> {
    before.journal.kill();
    before.logStore.kill();
    const market = new TestMarket({ store: before.store, clock: before.clock, ...setup });
    await market.host.start();
    return market;
  }

  #newLog(definition: MarketDefinition, waitingBytes: number | undefined): MarketLog {
    return new MarketLog({
      ...{ store: this.logStore, signer: TEST_SIGNER, rules: definition.rules, clock: this.clock, beat: this.clock },
      definition: definitionOf(definition, this.feed.pairs, TEST_SIGNER.name(definition.id)),
      isLazy: false,
      ...(waitingBytes === undefined ? {} : { waitingBytes }),
      onFailure: (message) => void this.failures.push(message),
    });
  }

  /** Enters a user. @returns the id of the account. */
  async enter(userId = 1n): Promise<bigint> {
    const outcome = await this.submit({ type: 'openAccount', userId });
    if (!outcome.ok || outcome.result.type !== 'account') throw new Error('no account');
    return outcome.result.accountId;
  }

  /** Lets time pass, delivers a price and lets everything that it fires be carried out. */
  async tick(symbol: string, at: string, afterMs = 1_000): Promise<void> {
    this.clock.advance(afterMs);
    this.feed.tick({ symbol, price: price(at), time: this.clock.now() });
    await this.idle();
  }

  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    return this.host.submit(command, idempotency);
  }

  /** Opens a 10x long of 100 USDT on BTC, or what is asked for instead. */
  async open(accountId: bigint, what: Partial<Open> = {}): Promise<PositionState> {
    const outcome = await this.submit({ type: 'openPosition', accountId, ...ORDER, ...what });
    if (!outcome.ok || outcome.result.type !== 'position') throw new Error(`not opened: ${text(outcome)}`);
    return outcome.result.position;
  }

  async place(accountId: bigint, limit: string, what: Partial<Open> = {}): Promise<OrderState> {
    const outcome = await this.submit({ type: 'placeOrder', accountId, ...ORDER, limitPrice: price(limit), ...what });
    if (!outcome.ok || outcome.result.type !== 'order') throw new Error(`not placed: ${text(outcome)}`);
    return outcome.result.order;
  }

  close(position: PositionState, portion = 10_000n): Promise<Outcome> {
    return this.submit({ type: 'closePosition', accountId: position.accountId, positionId: position.id, portion });
  }

  account(id: bigint): AccountState {
    const account = this.store.accounts.get(id);
    if (account === undefined) throw new Error(`no account ${id}`);
    return account;
  }

  /** Resolves when nothing more can happen without time passing or the storage going on. */
  async idle(): Promise<void> {
    for (let turn = 0; turn < 2_000; turn++) await Promise.resolve();
  }
}

export const ORDER: Open = {
  symbol: BTC,
  side: 'long',
  margin: usdt('100'),
  leverage: 10,
  takeProfit: null,
  stopLoss: null,
};

/** A started market with a price of 100 for BTC and one account. */
export async function tradingMarket(setup: Setup = {}): Promise<{ market: TestMarket; account: bigint }> {
  const market = new TestMarket(setup);
  await market.host.start();
  await market.tick(BTC, '100');
  return { market, account: await market.enter() };
}

export const text = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
