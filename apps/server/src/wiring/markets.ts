import { INTERVAL_SECONDS } from '@plecho/domain';
import type { IdSource } from '../commands/batch.ts';
import { CandleBook } from '../engine/candles/book.ts';
import type { CandleSpan } from '../engine/candles/ports.ts';
import { MarketDesk } from '../engine/desk.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { MarketHost } from '../engine/market-host.ts';
import type { Feed } from '../feeds/feed.ts';
import { ReplayFeed } from '../feeds/replay/index.ts';
import { SyntheticFeed } from '../feeds/synthetic/synthetic-feed.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Entropy } from '../network/ports.ts';
import { PgCandleStore } from '../storage/candle-store.ts';
import type { createPool, Target } from '../storage/connection.ts';
import { PgJournal } from '../storage/journal/journal.ts';
import { MarketStore } from '../storage/market-store.ts';
import type { Notifications } from '../storage/notifications.ts';
import { RecordingStore } from '../storage/recording-store.ts';
import type { StreamHub } from '../streams/hub.ts';
import { DayKeyBook } from './day-keys.ts';
import { ensureMainMarket, MAIN_MARKET_ID } from './main-market.ts';

const PROGRESS_EVERY_MS = 1_000;
const PREDICTABLE = 'цены известны заранее тому, кто знает зерно (MARKET_SEED)';

export type CreateFeed = (definition: MarketDefinition) => Promise<Feed>;

export interface MarketsOptions {
  target: Target;
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  ids: IdSource;
  /** undefined: what the main market in the database is made from, or secret keys at the first start. */
  marketSeed: string | undefined;
  /** Random bytes, for the last key of a market. */
  entropy: Entropy;
  /** Where the prices of a market come from; by its kind unless given. */
  createFeed: CreateFeed | undefined;
  /** A line for the person who watches the start. */
  onProgress: (line: string) => void;
}

async function openReplay(
  { id, parameters, startAt, ended }: MarketDefinition,
  options: MarketsOptions,
): Promise<Feed> {
  const recordings = new RecordingStore(options.pool);
  const pairs = (await recordings.list(id)).map(({ symbol, priceDecimals }) => ({
    symbol,
    baseAsset: symbol.replace(/USDT$/, ''),
    quoteAsset: 'USDT' as const,
    priceDecimals,
  }));
  return ReplayFeed.open({
    clock: options.clock,
    source: recordings.source(id),
    pairs,
    startAt: ended ? Number.POSITIVE_INFINITY : startAt,
    speed: Number(parameters['speed']),
  });
}

async function openFeed(definition: MarketDefinition, options: MarketsOptions, dayKeys: DayKeyBook): Promise<Feed> {
  const { kind } = definition;
  const source = kind === 'synthetic' ? await dayKeys.open(definition) : null;
  if (options.createFeed !== undefined) return options.createFeed(definition);
  if (source !== null) return new SyntheticFeed({ ...source, clock: options.clock });
  if (kind === 'replay') return openReplay(definition, options);
  throw new Error(`no feed for a market of the kind ${kind}`);
}

/** Market time up to which finished candles are stored, ms. */
function endOf(spans: CandleSpan[]): number | null {
  const ends = spans.map(({ newest, interval }) => (newest + INTERVAL_SECONDS[interval]) * 1000);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** All markets of the installation: started, watched for new ones, and stopped together. */
export class Markets {
  readonly desk = new MarketDesk(MAIN_MARKET_ID);
  readonly dayKeys: DayKeyBook;
  readonly #options: MarketsOptions;
  readonly #store: MarketStore;
  readonly #journals: PgJournal[] = [];
  /** Markets are started one after another. */
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: MarketsOptions) {
    this.#options = options;
    this.#store = new MarketStore(options.pool);
    this.dayKeys = new DayKeyBook(options.target);
  }

  /**
   * Starts the main market, which has to work, and the others, which may fail without taking it along.
   * @throws ConfigError when the main market is made from something else than the given seed
   */
  async start(hub: StreamHub): Promise<void> {
    const { target, clock, marketSeed: seed, entropy, onProgress } = this.#options;
    const main = await ensureMainMarket(target, this.#store, { seed, entropy, now: clock.now() });
    if (main.parameters['seed'] !== undefined) onProgress(`${main.title}: ${PREDICTABLE}`);
    for (const definition of await this.#sorted()) {
      if (definition.id === MAIN_MARKET_ID) await this.#startOne(definition, hub);
      else await this.#tryOne(definition, hub);
    }
  }

  /** Picks up markets that the command line adds while the server runs. */
  async watch(notifications: Notifications, hub: StreamHub): Promise<void> {
    await notifications.markets(() => {
      this.#turn = this.#turn.then(() => this.#pickUp(hub));
    });
  }

  /** Rejects while the database can't be asked. */
  async ping(): Promise<void> {
    await this.#store.find(MAIN_MARKET_ID);
  }

  /** Carries out what is in flight, stores it and gives the markets up. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#turn;
    await this.desk.stop();
    await Promise.allSettled(this.#journals.map((journal) => journal.close()));
  }

  async #sorted(): Promise<MarketDefinition[]> {
    const all = await this.#store.list();
    return all.toSorted((a, b) => Number(b.id === MAIN_MARKET_ID) - Number(a.id === MAIN_MARKET_ID));
  }

  async #pickUp(hub: StreamHub): Promise<void> {
    try {
      for (const definition of await this.#store.list()) {
        if (!this.#stopped && this.desk.get(definition.id) === null) await this.#tryOne(definition, hub);
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'the markets could not be listed');
    }
  }

  async #tryOne(definition: MarketDefinition, hub: StreamHub): Promise<void> {
    try {
      await this.#startOne(definition, hub);
    } catch (error) {
      this.#options.log.error({ err: error, market: definition.id }, 'the market could not be started');
    }
  }

  async #startOne(definition: MarketDefinition, hub: StreamHub): Promise<void> {
    const { target, pool, clock, log, ids, onProgress } = this.#options;
    const feed = await openFeed(definition, this.#options, this.dayKeys);
    const store = new PgCandleStore(pool, definition.id);
    const onFailure = (message: string, error: unknown): void =>
      log.error({ err: error, market: definition.id }, message);
    const journal = new PgJournal(target, definition.id);
    this.#journals.push(journal);
    const host = new MarketHost({
      definition,
      main: definition.id === MAIN_MARKET_ID,
      feed,
      candles: new CandleBook({
        feed,
        store,
        clock,
        onError: (error) => onFailure('candles could not be stored', error),
      }),
      journal,
      ids,
      clock,
      candlesUntil: endOf(await store.spans()),
      saveEnded: () => this.#store.setEnded(definition.id),
      onFailure,
    });
    host.listen(hub);
    let shownAt = clock.now();
    await host.start(({ phase, done }) => {
      if (phase !== 'essential' || clock.now() - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = clock.now();
      onProgress(`${definition.title}: история цен, ${Math.floor(done * 100)} %`);
    });
    this.desk.add(host);
  }
}
