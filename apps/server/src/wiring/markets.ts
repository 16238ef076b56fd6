import { spreadsOf, type Pair } from '@plecho/domain';
import type { IdSource } from '../commands/batch.ts';
import { MarketDesk } from '../engine/desk.ts';
import { EndedMarket } from '../engine/ended-market.ts';
import { localSide } from '../engine/local-side.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { BinanceUrls } from '../feeds/binance/hosts.ts';
import type { Feed } from '../feeds/feed.ts';
import { LISTED_PAIRS } from '../feeds/listed-pairs.ts';
import { ReplayFeed } from '../feeds/replay/index.ts';
import { SyntheticFeed } from '../feeds/synthetic/synthetic-feed.ts';
import type { SharedMarket } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Entropy } from '../network/ports.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { DatasetRecord } from '../replays/ports.ts';
import { tracksOf, tradedPairs, usdtPair } from '../replays/tracks.ts';
import { PgCandleStore } from '../storage/candle-store.ts';
import type { createPool, Target } from '../storage/connection.ts';
import { findOutcome } from '../storage/journal/outcome-store.ts';
import { leastUsed, WriterConnection } from '../storage/journal/writer-connection.ts';
import { MarketStore, type StoredMarket } from '../storage/market-store.ts';
import type { Notifications } from '../storage/notifications.ts';
import { RecordingStore } from '../storage/recording-store.ts';
import { PgStartPriceStore } from '../storage/start-price-store.ts';
import { DayKeyBook } from './day-keys.ts';
import { openExchange, pairsToKeep } from './exchange-market.ts';
import { ensureSharedMarkets, MAIN_MARKET_ID } from './main-market.ts';
import { RunningMarket } from './running-market.ts';
import { ScenarioMarkets } from './scenario-markets.ts';
import { StartRetries, type FailedStart } from './start-retries.ts';

/** Connections that the markets beside the main one share; with the pool, the notices and the main market below 20. */
const SHARED_WRITERS = 4;
/** A withdrawn market that has just been started waits so long for its first prices, to close positions at them. */
const LAST_PRICES_MS = 5_000;
const LAST_PRICES_CHECK_MS = 100;
const PREDICTABLE = 'цены известны заранее тому, кто знает зерно (MARKET_SEED)';

/** null: whatever its kind says. */
export type CreateFeed = (definition: MarketDefinition) => Promise<Feed | null>;

export interface SupervisorOptions {
  target: Target;
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  ids: IdSource;
  library: DatasetLibrary;
  /** undefined: what the main market in the database is made from, or secret keys at the first start. */
  marketSeed: string | undefined;
  /** @see SharedMarketOptions.names */
  marketNames: readonly SharedMarket[] | undefined;
  binance: BinanceUrls;
  /** Random bytes, for the last key of a market. */
  entropy: Entropy;
  /** Where the prices of a market come from; by its kind unless given. */
  createFeed: CreateFeed | undefined;
  /** A line for the person who watches the start. */
  onProgress: (line: string) => void;
}

/** What a replay plays; null of one from before recordings were for everybody, which has its own. */
async function playedBy(
  { parameters }: MarketDefinition,
  library: DatasetLibrary,
): Promise<{ dataset: DatasetRecord; symbols: string[] } | null> {
  const { dataset: id, symbols } = parameters;
  if (typeof id !== 'string' || !Array.isArray(symbols)) return null;
  const dataset = await library.find(id);
  if (dataset === null) throw new Error(`the recording ${id} is gone`);
  return { dataset, symbols };
}

async function pairsOf(
  definition: MarketDefinition,
  recordings: RecordingStore,
  library: DatasetLibrary,
): Promise<readonly Pair[]> {
  const { id, kind } = definition;
  if (kind !== 'replay') return LISTED_PAIRS;
  const played = await playedBy(definition, library);
  if (played !== null) return tradedPairs(played.dataset, played.symbols);
  return (await recordings.list(id)).map(({ symbol, priceDecimals }) => usdtPair(symbol, priceDecimals));
}

async function openReplay(definition: MarketDefinition, { pool, clock, library }: SupervisorOptions): Promise<Feed> {
  const { id, startAt, parameters } = definition;
  const speed = Number(parameters['speed']);
  const played = await playedBy(definition, library);
  if (played !== null) {
    const opensAt = Date.parse(String(parameters['opensAt']));
    return new ReplayFeed({ clock, startAt, speed, opensAt }, await tracksOf(library, played.dataset, played.symbols));
  }
  const recordings = new RecordingStore(pool);
  const pairs = await pairsOf(definition, recordings, library);
  return ReplayFeed.open({ clock, source: recordings.source(id), pairs, startAt, speed });
}

/** With the spreads that the recipe of a scenario has for its pairs. */
function withSpreads<D extends MarketDefinition>(definition: D, pairs: readonly Pair[]): D {
  const { scenario, rules } = definition;
  if (scenario === null) return definition;
  const symbols = pairs.map(({ symbol }) => symbol);
  return { ...definition, rules: { ...rules, spreads: spreadsOf(scenario.recipe, symbols) } };
}

async function openFeed(definition: MarketDefinition, options: SupervisorOptions, dayKeys: DayKeyBook): Promise<Feed> {
  const { kind } = definition;
  const source = kind === 'synthetic' ? await dayKeys.open(definition) : null;
  const given = (await options.createFeed?.(definition)) ?? null;
  if (given !== null) return given;
  if (source !== null) return new SyntheticFeed({ ...source, clock: options.clock });
  if (kind === 'replay') return openReplay(definition, options);
  if (kind === 'exchange') return openExchange(definition, await pairsToKeep(options.pool, definition.id), options);
  throw new Error(`no feed for a market of the kind ${kind}`);
}

async function openEnded(
  definition: MarketDefinition,
  pairs: readonly Pair[],
  pool: SupervisorOptions['pool'],
  store: MarketStore,
): Promise<EndedMarket> {
  const candles = new PgCandleStore(pool, definition.id);
  return new EndedMarket({
    ...{ definition, candles },
    pairs,
    members: await store.members(definition.id),
    lastDays: await candles.lastDays(),
    earlierOutcome: (key) => findOutcome(pool, key),
  });
}

/**
 * All markets of the installation through their life: started, tried again when that failed, watched for
 * new and withdrawn ones, let go of when they are over, and stopped together.
 */
export class MarketSupervisor {
  readonly desk = new MarketDesk(MAIN_MARKET_ID);
  readonly dayKeys: DayKeyBook;
  readonly #options: SupervisorOptions;
  readonly #store: MarketStore;
  readonly #mainWriter: WriterConnection;
  readonly #sharedWriters: readonly WriterConnection[];
  readonly #running = new Map<string, RunningMarket>();
  readonly #retries: StartRetries<StoredMarket>;
  readonly #scenarios: ScenarioMarkets;
  /** Markets that were withdrawn or asked to end and wait for their last prices, and what ends the waiting. */
  readonly #ending = new Map<string, () => void>();
  /** Markets are started and let go of one after another. */
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: SupervisorOptions) {
    const { target, pool, clock } = options;
    this.#options = options;
    this.#store = new MarketStore(pool);
    this.dayKeys = new DayKeyBook(target);
    this.#mainWriter = new WriterConnection(target);
    this.#sharedWriters = Array.from({ length: SHARED_WRITERS }, () => new WriterConnection(target));
    this.#scenarios = new ScenarioMarkets({
      ...{ clock, store: this.#store, dayKeys: this.dayKeys },
      startPrices: (id) => new PgStartPriceStore(pool, id),
      running: (id) => this.#running.get(id) ?? null,
      pairsOf: (definition) => this.#pairsOf(definition),
    });
    this.desk.listen(this.#scenarios);
    this.#retries = new StartRetries(clock, (market) => this.#inTurn(() => this.#startAgain(market)));
  }

  /**
   * Starts the main market, which has to work, and the others, which may fail without taking it along.
   * @throws ConfigError when the main market is another than the one that is asked for
   */
  async start(): Promise<void> {
    const { target, clock, marketSeed: seed, marketNames: names, entropy, binance, onProgress } = this.#options;
    const asked = { names, seed, entropy, binance, now: clock.now() };
    const main = await ensureSharedMarkets(target, this.#store, asked);
    if (main.parameters['seed'] !== undefined) onProgress(`${main.title}: ${PREDICTABLE}`);
    for (const market of await this.#sorted()) {
      if (market.id === MAIN_MARKET_ID) await this.#startOne(market);
      else await this.#tryOne(market);
    }
  }

  /** Picks up markets that are added or withdrawn while the server runs. */
  async watch(notifications: Notifications): Promise<void> {
    const look = (): void => this.#inTurn(() => this.#lookForChanges());
    await notifications.markets(look);
    // What was added since the start began was announced to nobody.
    look();
  }

  /** Resolves when what was added by now has been started, or its start has failed. */
  async refresh(): Promise<void> {
    this.#inTurn(() => this.#lookForChanges());
    await this.#turn;
  }

  /** Markets whose start failed and is tried again. */
  failedStarts(): FailedStart[] {
    return this.#retries.list();
  }

  /** Of the connections that markets share, the one to write on for one more. */
  sharedWriter(): WriterConnection {
    return leastUsed(this.#sharedWriters);
  }

  /** Rejects while the database can't be asked. */
  async ping(): Promise<void> {
    await this.#store.find(MAIN_MARKET_ID);
  }

  /** Carries out what is in flight, stores it and gives the markets up. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#turn;
    this.#retries.stop();
    for (const cancel of this.#ending.values()) cancel();
    await Promise.all([...this.#running.values()].map((market) => market.release()));
  }

  async #sorted(): Promise<StoredMarket[]> {
    const all = await this.#store.list();
    return all.toSorted((a, b) => Number(b.id === MAIN_MARKET_ID) - Number(a.id === MAIN_MARKET_ID));
  }

  /** @param work never rejects */
  #inTurn(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(() => (this.#stopped ? undefined : work()));
  }

  async #lookForChanges(): Promise<void> {
    try {
      for (const market of await this.#store.list()) {
        if (this.#stopped) return;
        const isNew = this.desk.get(market.id) === null && !this.#retries.has(market.id);
        if (isNew) await this.#tryOne(market);
        else if (market.withdrawn) this.#withdraw(market.id);
        else if (market.ending) this.#endAtLastPrices(market.id);
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'the markets could not be listed');
    }
  }

  #tryOne(market: StoredMarket): Promise<void> {
    return this.#attempt(market, () => this.#startOne(market));
  }

  /** As it is stored now: it may have ended or been withdrawn since. */
  #startAgain(market: StoredMarket): Promise<void> {
    return this.#attempt(market, async () => this.#startOne((await this.#store.find(market.id)) ?? market));
  }

  async #attempt(market: StoredMarket, start: () => Promise<void>): Promise<void> {
    try {
      await start();
      this.#retries.forget(market.id);
    } catch (error) {
      this.#options.log.error({ err: error, market: market.id }, 'the market could not be started');
      this.desk.expect(market.id);
      this.#retries.failed(market, error);
    }
  }

  async #startOne(market: StoredMarket): Promise<void> {
    if (market.ended) {
      const pairs = await this.#pairsOf(market);
      const ended = await openEnded(withSpreads(market, pairs), pairs, this.#options.pool, this.#store);
      this.desk.add(localSide(ended));
    } else await this.#run(market);
    if (market.withdrawn) this.#withdraw(market.id);
    else if (market.ending) this.#endAtLastPrices(market.id);
  }

  async #run(market: StoredMarket): Promise<void> {
    const { id } = market;
    const main = id === MAIN_MARKET_ID;
    const { scenario } = market;
    const feed = await (scenario === null
      ? openFeed(market, this.#options, this.dayKeys)
      : this.#scenarios.open(market, scenario));
    const running = await RunningMarket.start({
      ...this.#options,
      definition: withSpreads(market, feed.pairs),
      feed,
      writer: main ? this.#mainWriter : this.sharedWriter(),
      listener: this.desk.listener,
      saveEnded: () => this.#store.setEnded(id),
    });
    this.#running.set(id, running);
    this.desk.add(localSide(running.host));
    void running.host.ended.then(() => this.#inTurn(() => this.#retire(market)));
  }

  /** Lets go of everything that a market which is over holds; from then on it can be read. */
  async #retire(market: StoredMarket): Promise<void> {
    await this.#running.get(market.id)?.release();
    this.#running.delete(market.id);
    this.#ending.delete(market.id);
    this.#scenarios.ended(market.id);
    await this.#startAgain({ ...market, ended: true });
  }

  /** Those of a scenario are its base's. */
  async #pairsOf(definition: MarketDefinition): Promise<readonly Pair[]> {
    const baseId = definition.scenario?.recipe.base ?? null;
    const base = baseId === null ? null : await this.#store.find(baseId);
    const { pool, library } = this.#options;
    return pairsOf(base ?? definition, new RecordingStore(pool), library);
  }

  /** Ends a market at its last prices; only those who are in it still see it. */
  #withdraw(id: string): void {
    this.desk.withdraw(id);
    this.#endAtLastPrices(id);
  }

  #endAtLastPrices(id: string): void {
    const host = this.#running.get(id)?.host;
    if (host === undefined || this.#ending.has(id)) return;
    let checksLeft = LAST_PRICES_MS / LAST_PRICES_CHECK_MS;
    const cancel = this.#options.clock.every(LAST_PRICES_CHECK_MS, () => {
      checksLeft -= 1;
      if (checksLeft > 0 && host.tickers().some(({ last }) => last === null)) return;
      cancel();
      void host.end();
    });
    this.#ending.set(id, cancel);
  }
}
