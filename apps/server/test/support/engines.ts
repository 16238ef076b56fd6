import { FakeClock } from '@plecho/testkit';
import type { Pair } from '@plecho/domain';
import type { MarketLink, RemoteSide } from '../../src/cluster/market-link.ts';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';
import type { MarketSide, Quotes } from '../../src/engine/market-port.ts';
import { NewestKeys } from '../../src/engine/newest-keys.ts';
import type { Feed } from '../../src/feeds/feed.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { DatasetLibrary } from '../../src/replays/library.ts';
import { createClusterPool } from '../../src/storage/cluster/cluster-pool.ts';
import { PgMarketOwners } from '../../src/storage/cluster/market-owners.ts';
import { PgProcessStore, type ProcessIdentity } from '../../src/storage/cluster/process-store.ts';
import { appConfig, createPool, type Target } from '../../src/storage/connection.ts';
import { PgDatasetStore } from '../../src/storage/dataset-store.ts';
import { Notifications } from '../../src/storage/notifications.ts';
import { Heartbeat } from '../../src/wiring/heartbeat.ts';
import { MarketSupervisor } from '../../src/wiring/markets.ts';
import { idsFrom } from '../harness/trading.ts';
import { newProcess } from './processes.ts';
import { TestFeed } from './test-feed.ts';
import { unanswered } from './unanswered.ts';

/** Nobody listens there. */
export const NO_EXCHANGE = { restUrl: new URL('http://127.0.0.1:9'), streamUrl: new URL('ws://127.0.0.1:9') };

/** What joins markets of several processes, without a network: it keeps what it was told. */
class SilentLink implements MarketLink {
  /** The terms of the markets that are served, by id. */
  readonly served = new Map<string, bigint>();
  readonly followed = new Set<string>();
  /** What owners elsewhere answer, by market; nothing else is answered. */
  readonly quotes = new Map<string, Quotes>();

  serve({ id }: MarketSide, term: bigint): () => void {
    this.served.set(id, term);
    return () => void (this.served.get(id) === term && this.served.delete(id));
  }

  remote(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): RemoteSide {
    const { id } = definition;
    this.followed.add(id);
    const side = unanswered(definition, pairs, () => void this.followed.delete(id));
    return { ...side, quotes: async () => this.quotes.get(id) ?? side.quotes() };
  }

  price(): void {
    // Nobody else hears it.
  }

  account(): void {
    // Nobody else hears it.
  }
}

/** An engine process on a database, with connections and a clock of its own: while its clock stands it says and looks nothing. */
export class EngineProcess {
  readonly clock = new FakeClock(Date.now());
  readonly link = new SilentLink();
  /** Markets whose prices can't be had here. */
  readonly faults = new Set<string>();
  /** Of its heartbeat. */
  readonly errors: unknown[] = [];
  readonly process: ProcessIdentity;
  readonly supervisor: MarketSupervisor;
  readonly #feeds = new Map<string, TestFeed>();
  readonly #heartbeat: Heartbeat;
  readonly #pools: { end(): Promise<void> }[];
  readonly #notifications: Notifications;

  /**
   * @param firstId ids are given out from here on: of processes that trade each has its own
   * @param openFeed where the prices of a market that is no scenario come from; a test's own unless given
   */
  constructor(
    target: Target,
    name: string,
    firstId = 1_000n,
    openFeed: (id: string, clock: Clock) => Feed | Promise<Feed> = (id) => this.#newFeed(id),
  ) {
    const { clock, link } = this;
    const pool = createPool({ ...appConfig(target), max: 4 });
    const watch = createClusterPool(target);
    this.#pools = [pool, watch];
    this.#notifications = new Notifications(target);
    this.process = newProcess(name);
    const onError = (error: unknown): void => void this.errors.push(error);
    this.#heartbeat = new Heartbeat({
      ...{ clock, store: new PgProcessStore(watch), process: this.process, onError },
      figures: () => ({ loopP99Ms: 1, memoryBytes: 1, streams: 0 }),
      markets: () => this.supervisor.owned(),
    });
    this.supervisor = new MarketSupervisor({
      ...{ target, pool, clock, log: createLogger('silent'), ids: idsFrom(firstId), marketSeed: 'seed' },
      ...{ library: new DatasetLibrary(new PgDatasetStore(pool), clock), marketNames: undefined },
      binance: NO_EXCHANGE,
      entropy: (bytes) => new Uint8Array(bytes),
      createFeed: async ({ id, scenario }) => (scenario === null ? openFeed(id, clock) : null),
      cluster: () => ({
        ...{ link, owners: new PgMarketOwners(watch, target.schema), processId: this.process.id, isEngine: true },
        isSteady: () => this.#heartbeat.isSteady,
        newestKeys: new NewestKeys(),
      }),
      onProgress: () => undefined,
    });
  }

  /** Is known to the others, and owns nothing yet. */
  async appear(): Promise<this> {
    await this.#heartbeat.start();
    await this.#notifications.open();
    return this;
  }

  async start(): Promise<void> {
    await this.supervisor.start();
    await this.supervisor.watch(this.#notifications);
  }

  /** Ids of the markets that it serves, in order. */
  get markets(): string[] {
    return [...this.link.served.keys()].toSorted();
  }

  /** Of a market that runs here, or ran last. */
  feed(marketId: string): TestFeed {
    const feed = this.#feeds.get(marketId);
    if (feed === undefined) throw new Error(`${marketId} never ran here`);
    return feed;
  }

  async stop(): Promise<void> {
    await this.#heartbeat.stop();
    await this.supervisor.stop();
    await this.#notifications.close();
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  #newFeed(id: string): TestFeed {
    if (this.faults.has(id)) throw new Error('no prices here');
    const feed = new TestFeed();
    this.#feeds.set(id, feed);
    return feed;
  }
}
