import { MAIN_MARKET_ID, type Pair } from '@plecho/domain';
import type { RemoteSide } from '../cluster/market-link.ts';
import type { IdSource } from '../commands/batch.ts';
import { MarketDesk } from '../engine/desk.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { KeyRegister } from '../engine/key-register.ts';
import type { BinanceUrls } from '../feeds/binance/hosts.ts';
import type { SharedMarket } from '../config.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Entropy } from '../network/ports.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { createPool, Target } from '../storage/connection.ts';
import type { PgJournal } from '../storage/journal/journal.ts';
import type { WriterConnection } from '../storage/journal/writer-connection.ts';
import { StorageError } from '../storage/errors.ts';
import { MarketStore, type StoredMarket } from '../storage/market-store.ts';
import type { Notifications } from '../storage/notifications.ts';
import { ClusterMarkets, type MarketCluster } from './cluster-markets.ts';
import { DayKeyBook } from './day-keys.ts';
import { openEnded } from './ended-market.ts';
import { FollowedPairs } from './followed-pairs.ts';
import { LogKeyring } from './log-keys.ts';
import { ensureSharedMarkets } from './main-market.ts';
import { MarketFeeds, withSpreads, type CreateFeed } from './market-feeds.ts';
import { Ownership } from './ownership.ts';
import type { RunningMarket } from './running-market.ts';
import { RunningMarkets } from './running-markets.ts';
import { StartRetries, type FailedStart } from './start-retries.ts';

const PREDICTABLE = 'цены известны заранее тому, кто знает зерно (MARKET_SEED)';

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
  /** Unless this process is alone on its database. */
  cluster?: (desk: MarketDesk) => MarketCluster;
  /** A line for the person who watches the start. */
  onProgress: (line: string) => void;
}

/**
 * All markets of the installation through their life: started, tried again when that failed, watched for
 * new and withdrawn ones, let go of when they are over, and stopped together. A process of several runs those that
 * it owns and follows the others.
 */
export class MarketSupervisor {
  readonly desk = new MarketDesk(MAIN_MARKET_ID);
  readonly dayKeys: DayKeyBook;
  readonly #options: SupervisorOptions;
  readonly #store: MarketStore;
  readonly #running: RunningMarkets;
  readonly #retries: StartRetries<StoredMarket>;
  readonly #feeds: MarketFeeds;
  /** null before the start. */
  #logKeys: LogKeyring | null = null;
  /** null: the process is alone. */
  readonly #cluster: ClusterMarkets | null;
  readonly #followedPairs: FollowedPairs<RemoteSide>;
  /** null: the process owns every market, or none. */
  readonly #ownership: Ownership | null;
  /** Markets are started and let go of one after another. */
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: SupervisorOptions) {
    const { target, pool, clock } = options;
    const cluster = options.cluster?.(this.desk);
    this.#options = options;
    this.#store = new MarketStore(pool);
    this.dayKeys = new DayKeyBook(target);
    this.#cluster = cluster === undefined ? null : new ClusterMarkets(cluster, target);
    this.#running = new RunningMarkets(options, this.desk, this.#cluster);
    this.#followedPairs = new FollowedPairs({
      ...{ clock, followed: () => this.#cluster?.followed() ?? [] },
      changed: ({ definition }, pairs) => this.#addFollowed(definition, pairs),
    });
    this.#ownership = cluster?.isEngine === true ? this.#createOwnership(cluster) : null;
    this.#feeds = new MarketFeeds({
      ...{ ...options, store: this.#store, dayKeys: this.dayKeys },
      running: (id) => this.#running.get(id),
    });
    this.desk.listen(this.#feeds.scenarios);
    this.#retries = new StartRetries(clock, (market) => this.#inTurn(() => this.#startAgain(market)));
  }

  /**
   * Starts the main market, which has to work, and the others, which may fail without taking it along. Among several
   * processes no market has to: whoever can runs it.
   * @throws ConfigError when the main market is another than the one that is asked for
   */
  async start(): Promise<void> {
    const { target, clock, marketSeed: seed, marketNames: names, entropy, binance, onProgress } = this.#options;
    const asked = { names, seed, entropy, binance, now: clock.now() };
    this.#logKeys = await LogKeyring.open(target, entropy, clock.now());
    const main = await ensureSharedMarkets(target, this.#store, asked);
    if (main.parameters['seed'] !== undefined) onProgress(`${main.title}: ${PREDICTABLE}`);
    for (const market of await this.#sorted()) {
      if (market.id === MAIN_MARKET_ID && this.#cluster === null) await this.#startOne(market);
      else await this.#tryOne(market);
    }
    if (this.#cluster !== null) this.#followedPairs.start();
    await this.#ownership?.start();
  }

  /** Picks up markets that are added or withdrawn while the server runs. */
  async watch(notifications: Notifications): Promise<void> {
    const look = (): void => this.#inTurn(() => this.#lookForChanges());
    await notifications.markets(look);
    const renew = (): void => {
      this.logKeys.refresh().catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'the keys of the logs could not be read');
      });
    };
    await notifications.logKeys(renew);
    await notifications.drills((id) => this.#feeds.drills.changed(id));
    // What was added since the start began was announced to nobody.
    look();
    renew();
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

  /** Whether a market runs in this process. */
  runs(marketId: string): boolean {
    return this.#running.has(marketId);
  }

  /** Ids of the markets that this process has among several, also of those that it is starting: for its heartbeat. */
  owned(): string[] {
    return this.#cluster?.owned() ?? [];
  }

  /** They sign the logs of markets, personal replays too. @throws Error before the start */
  get logKeys(): LogKeyring {
    if (this.#logKeys === null) throw new Error('the keys of the logs are read at the start');
    return this.#logKeys;
  }

  /** Of the connections that markets share, the one to write on for one more. */
  sharedWriter(): WriterConnection {
    return this.#running.sharedWriter();
  }

  /** What is known of the keys of all markets here, personal replays too. */
  get keys(): KeyRegister {
    return this.#running.keys;
  }

  /** Rejects while the database can't be asked. */
  async ping(): Promise<void> {
    await this.#store.find(MAIN_MARKET_ID);
  }

  /** Carries out what is in flight, stores it and gives the markets up. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#followedPairs.stop();
    await this.#ownership?.stop();
    await this.#turn;
    this.#retries.stop();
    this.#feeds.drills.stop();
    await this.#running.stop();
    this.#cluster?.close();
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
        const { id, ended } = market;
        const isNew = this.desk.get(id) === null && !this.#retries.has(id);
        const hasEnded = ended && this.desk.running(id) !== null && !this.#running.has(id);
        if (isNew || hasEnded) await this.#tryOne(market);
        else if (market.withdrawn) this.#withdraw(market.id);
        else if (market.ending) this.#running.endAtLastPrices(market.id);
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'the markets could not be listed');
    }
  }

  #tryOne(market: StoredMarket): Promise<void> {
    return this.#attempt(market, () => this.#startOne(market));
  }

  /** As it is stored now: it may have ended or been withdrawn since. One that is followed is for its owner to try. */
  async #startAgain(market: StoredMarket): Promise<void> {
    if (this.#cluster !== null && !market.ended && this.desk.get(market.id) !== null) return;
    await this.#attempt(market, async () => this.#startOne((await this.#store.find(market.id)) ?? market));
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
    if (market.ended) await this.#addEnded(market);
    else if (this.#cluster === null) await this.#run(market);
    else await this.#follow(market);
    this.#endIfAsked(market);
  }

  #endIfAsked({ id, withdrawn, ending }: StoredMarket): void {
    if (withdrawn) this.#withdraw(id);
    else if (ending) this.#running.endAtLastPrices(id);
  }

  async #addEnded(market: StoredMarket): Promise<void> {
    const pairs = await this.#feeds.pairsOf(market);
    const ended = await openEnded(withSpreads(market, pairs), pairs, this.#options.pool, this.#store);
    this.desk.add(ended);
    this.#cluster?.unfollow(market.id);
  }

  /** The side of a market that may be another process's; what everybody is shown of it is here. */
  async #follow(market: StoredMarket): Promise<void> {
    const pairs = await this.#feeds.pairsOf(market);
    if (market.parameters['anchor'] !== undefined) await this.dayKeys.open(market);
    const bySymbol = new Map(pairs.map((pair) => [pair.symbol, pair]));
    this.#addFollowed(withSpreads(market, pairs), bySymbol);
  }

  #addFollowed(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): void {
    if (this.#cluster !== null) this.desk.add(this.#cluster.follow(definition, pairs));
  }

  /** @param journal of a market that was claimed; its lock is taken already */
  async #run(market: StoredMarket, journal?: PgJournal): Promise<void> {
    const feed = await this.#feeds.open(market);
    const running = await this.#running.start({
      ...{ definition: withSpreads(market, feed.pairs), feed, signer: this.logKeys },
      ...(journal === undefined ? {} : { journal }),
    });
    void running.market.ended.then(() => this.#inTurn(() => this.#retire(market)));
    void running.market.superseded.then(() => this.#startAnew(market, running));
  }

  /** Another process had the market in between: what is known of it here is old. */
  #startAnew(market: StoredMarket, running: RunningMarket): void {
    const { id } = market;
    if (this.#stopped || this.#running.get(id) !== running) return;
    if (this.#cluster !== null) this.#letGo(id);
    else {
      this.#inTurn(async () => {
        await this.#running.release(id);
        this.#retries.failed(market, new StorageError('another process had the market in between'));
      });
    }
  }

  /** Lets go of everything that a market which is over holds; from then on it can be read. */
  async #retire(market: StoredMarket): Promise<void> {
    await this.#running.release(market.id);
    this.#feeds.scenarios.ended(market.id);
    await this.#startAgain({ ...market, ended: true });
  }

  #createOwnership({ owners, processId, isSteady }: MarketCluster): Ownership {
    return new Ownership({
      ...{ clock: this.#options.clock, owners, processId, isSteady },
      keeper: {
        running: () => this.#running.ids(),
        mayTry: (id) => !this.#running.isReleasing(id) && this.#retries.isDue(id),
        claim: (id) => {
          this.#inTurn(() => this.#tryToClaim(id));
          return this.#turn;
        },
        regain: (id) => this.#running.get(id)?.market.regain(),
        lose: (id) => this.#lose(id),
        bother: (id) => this.#bother(id),
        giveUp: (ids) => this.#giveUp(ids),
      },
      onError: (error) => this.#options.log.error({ err: error }, 'the owners of the markets could not be read'),
    });
  }

  async #tryToClaim(id: string): Promise<void> {
    // What can't be read is asked for again at the next look.
    const market = await this.#store.find(id).catch(() => null);
    if (this.#cluster === null || market === null || market.ended || this.#running.has(id)) return;
    const journal = this.#cluster.journal(id, this.#running.writerOf(id));
    await this.#attempt(market, async () => {
      try {
        if (!(await journal.claim())) return;
        await this.#run(market, journal);
        this.#endIfAsked(market);
      } catch (error) {
        await journal.close();
        await this.#cluster?.gaveUp(id);
        throw error;
      }
    });
  }

  /** Somebody else has the market, or its base. */
  #lose(id: string): void {
    // What failed here works elsewhere; what can't even be followed is still tried.
    if (this.desk.get(id) !== null) this.#retries.forget(id);
    if (!this.#running.has(id)) return;
    this.#options.log.warn({ market: id }, 'the market is not of this process any more');
    this.#letGo(id);
  }

  /** What is halted says why here; the main market is not moved, because most people are in it. */
  #bother(id: string): number | null {
    const status = id === MAIN_MARKET_ID ? undefined : this.#running.get(id)?.market.status();
    return status?.ready === true ? status.members : null;
  }

  #giveUp(ids: readonly string[]): void {
    for (const id of ids) {
      if (!this.#running.has(id)) continue;
      this.#options.log.info({ market: id }, 'the market is left to a process that has fewer');
      this.#letGo(id);
    }
  }

  /** It is followed from now on. */
  #letGo(id: string): void {
    const side = this.#running.letGo(id);
    if (side !== null) this.#addFollowed(side.definition, side.pairs);
  }

  /** Ends a market at its last prices; only those who are in it still see it. */
  #withdraw(id: string): void {
    this.desk.withdraw(id);
    this.#running.endAtLastPrices(id);
  }
}
