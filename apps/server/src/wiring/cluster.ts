import { hostname } from 'node:os';
import type { Pair, ProcessRole } from '@plecho/domain';
import { AccountFeed } from '../cluster/account-feed.ts';
import { Bus } from '../cluster/bus.ts';
import { FrameFollower } from '../cluster/frame-follower.ts';
import { FramePublisher } from '../cluster/frame-publisher.ts';
import { ImportNews } from '../cluster/import-news.ts';
import { Interest } from '../cluster/interest.ts';
import { LedgerNews } from '../cluster/ledger-news.ts';
import { BusMarketLink, type MarketLink, type RemoteSide } from '../cluster/market-link.ts';
import { PaymentNews } from '../cluster/payment-news.ts';
import { ClusterReplays, RemoteReplaySessions } from '../cluster/replay-sessions.ts';
import { UnavailableError } from '../commands/command.ts';
import type { MarketDesk } from '../engine/desk.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketPort, MarketSide } from '../engine/market-port.ts';
import { NewestKeys } from '../engine/newest-keys.ts';
import type { Clock } from '../lib/clock.ts';
import type { LoopMonitor } from '../lib/event-loop.ts';
import type { Logger } from '../lib/logger.ts';
import { onceAMinute } from '../lib/once-a-minute.ts';
import type { Entropy } from '../network/ports.ts';
import { readInstallation } from '../storage/cluster/installation.ts';
import { PgMarketOwners } from '../storage/cluster/market-owners.ts';
import { PgReplayOwners } from '../storage/replay-owners.ts';
import { createClusterPool } from '../storage/cluster/cluster-pool.ts';
import { PgProcessStore, type ProcessIdentity } from '../storage/cluster/process-store.ts';
import type { createPool, Target } from '../storage/connection.ts';
import type { ShownMarkets } from '../streams/shown-markets.ts';
import type { Streams } from '../streams/streams.ts';
import type { TickerFrames } from '../streams/ticker-frames.ts';
import type { MarketCluster } from './cluster-markets.ts';
import { Heartbeat } from './heartbeat.ts';
import type { MarketSupervisor } from './markets.ts';
import { newestOfEngines } from './newest-of-engines.ts';

export interface ClusterOptions {
  natsUrl: URL;
  roles: readonly ProcessRole[];
  version: string;
  target: Target;
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  entropy: Entropy;
}

/** What a process says of itself again and again. */
export interface ProcessSources {
  loop: LoopMonitor;
  streams: Pick<Streams, 'size'>;
  shown: Pick<ShownMarkets, 'isSubscribedHere'>;
  supervisor: Pick<MarketSupervisor, 'owned'>;
}

/** Of version 4, as the database writes it. */
function newUuid(entropy: Entropy): string {
  const bytes = Buffer.from(entropy(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** This process among those of its installation: what it tells the others and hears from them. */
export class Cluster {
  readonly process: ProcessIdentity;
  readonly interest: Interest;
  readonly payments: PaymentNews;
  readonly ledger: LedgerNews;
  readonly imports: ImportNews;
  readonly #options: ClusterOptions;
  /** Who is there: for the health page. */
  readonly directory: PgProcessStore;
  readonly #bus: Bus;
  readonly #pool: ReturnType<typeof createClusterPool>;
  readonly #link: BusMarketLink;
  readonly #frames: FramePublisher;
  /** null: the markets of this process are not there yet. */
  #desk: MarketDesk | null = null;
  /** Sides of personal replays that other processes have. */
  readonly #replays = new Map<string, RemoteSide>();
  #heartbeat: Heartbeat | null = null;
  /** Whether streams of this process show a market. */
  #isShownHere: (marketId: string) => boolean = () => false;

  private constructor(options: ClusterOptions, process: ProcessIdentity, bus: Bus) {
    const { clock, target } = options;
    let messages = 0;
    this.#options = options;
    this.process = process;
    this.#bus = bus;
    this.interest = new Interest({ bus, clock, process: process.id });
    this.payments = new PaymentNews(bus, process.id);
    this.ledger = new LedgerNews(bus);
    this.imports = new ImportNews({ bus, clock, process: process.id });
    this.#pool = createClusterPool(target);
    this.directory = new PgProcessStore(this.#pool);
    this.#link = new BusMarketLink({
      ...{ bus, clock, interest: this.interest, listener: { price: (...news) => this.#desk?.listener.price(...news) } },
      newMessageId: () => `${process.id}.${(messages += 1)}`,
    });
    const isWatched = (id: string): boolean => this.#isShownHere(id) || this.interest.isWatched(id);
    this.#frames = new FramePublisher({ bus, clock, isWatched, onError: (error) => this.#warn(error) });
  }

  /** @throws UnavailableError when nobody answers at the address */
  static async join(options: ClusterOptions): Promise<Cluster> {
    const { natsUrl, roles, version, pool, clock, log, entropy } = options;
    const id = newUuid(entropy);
    const bus = await Bus.connect({
      url: natsUrl.href,
      installation: await readInstallation(pool),
      name: `plecho ${roles.join('+')} ${id.slice(0, 8)}`,
      onError: (error) => log.warn({ err: error }, 'a message of another process was of no use'),
      onLost: onceAMinute(clock, (times) => log.warn({ times }, 'the connection to NATS was lost')),
    });
    return new Cluster(options, { id, roles, host: hostname(), pid: process.pid, version }, bus);
  }

  /** What the supervisor needs to share the markets with the engines of other processes. */
  markets(desk: MarketDesk): MarketCluster {
    const { roles, target } = this.#options;
    const isEngine = roles.includes('engine');
    this.#desk = desk;
    desk.listen(this.#link);
    desk.listen({ price: (id, record) => this.#frames.price(id, record), account: () => undefined });
    const link: Pick<MarketLink, 'serve' | 'remote'> = {
      remote: (definition, pairs) => this.#link.remote(definition, pairs),
      serve: (market, term) => this.#serve(market, term),
    };
    return {
      ...{ link, owners: new PgMarketOwners(this.#pool, target.schema), processId: this.process.id },
      ...{ isEngine, newestKeys: this.#newestKeys(isEngine) },
      isSteady: () => this.#heartbeat?.isSteady === true,
    };
  }

  /** Who owns nothing answers nothing. */
  #newestKeys(isEngine: boolean): NewestKeys {
    const { clock } = this.#options;
    return isEngine ? newestOfEngines({ bus: this.#bus, clock, process: this.process.id }) : new NewestKeys();
  }

  /** Whose the personal replays are that engines play. */
  replayOwnership(): ClusterReplays {
    const { target } = this.#options;
    return new ClusterReplays({
      ...{ bus: this.#bus, owners: new PgReplayOwners(this.#pool, target.schema, this.process.id) },
      serveMarket: (marketId, term) => {
        const market = this.#desk?.get(marketId) ?? null;
        if (market === null) throw new UnavailableError(`the market ${marketId} was let go of`);
        this.#replays.get(marketId)?.close();
        this.#replays.delete(marketId);
        return this.#serve(market, term);
      },
    });
  }

  /** Personal replays on whichever engine they are. @param forget told whose is not shown here any more */
  replays(forget: (userId: bigint, marketId: string) => void): RemoteReplaySessions {
    const { clock } = this.#options;
    return new RemoteReplaySessions({
      ...{ bus: this.#bus, clock, isSubscribed: (marketId) => this.#isShownHere(marketId) },
      show: (definition, pairs) => {
        if (this.#desk?.get(definition.id) === null) this.#desk.add(this.#follow(definition, pairs));
      },
      hide: (marketId, userId) => {
        const side = this.#replays.get(marketId);
        if (side === undefined) return;
        this.#replays.delete(marketId);
        this.#desk?.remove(marketId);
        side.close();
        forget(userId, marketId);
      },
    });
  }

  /** The side here of a personal replay that another process has taken from this one; null unless it is shown here. */
  readonly followTaken = (definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): MarketSide | null =>
    this.#isShownHere(definition.id) ? this.#follow(definition, pairs) : null;

  /** Frames of a market as its owner makes them. */
  readonly frames = (market: MarketPort): TickerFrames =>
    new FrameFollower({ bus: this.#bus, clock: this.#options.clock, market, onError: (error) => this.#warn(error) });

  /** Brings here what becomes of the accounts that streams show. */
  accounts(): AccountFeed {
    return new AccountFeed({ bus: this.#bus, clock: this.#options.clock });
  }

  /** Makes the process known, before it owns anything. Rejects when it can't be. */
  async appear({ loop, streams, shown, supervisor }: ProcessSources): Promise<void> {
    const { clock } = this.#options;
    this.#isShownHere = (marketId) => shown.isSubscribedHere(marketId);
    this.#heartbeat = new Heartbeat({
      ...{ clock, store: this.directory, process: this.process, markets: () => supervisor.owned() },
      figures: () => ({
        loopP99Ms: loop.read().delayP99Ms,
        memoryBytes: process.memoryUsage.rss(),
        streams: streams.size,
      }),
      onError: (error) => this.#warn(error),
    });
    await this.#heartbeat.start();
  }

  /** How often NATS was lost. @see Bus.losses */
  get losses(): number {
    return this.#bus.losses;
  }

  /** Rejects while NATS is not there. */
  ping(): Promise<void> {
    return this.#bus.flushed();
  }

  /** Is not there any more for the others: what is given up from now on is not left to it. Never rejects. */
  async disappear(): Promise<void> {
    await this.#heartbeat?.stop();
  }

  /** Leaves the others; to be called when nothing is owned any more. Never rejects. */
  async leave(): Promise<void> {
    this.#frames.stop();
    this.interest.stop();
    await this.#bus.close();
    await this.#pool.end();
  }

  #follow(definition: MarketDefinition, pairs: ReadonlyMap<string, Pair>): RemoteSide {
    const side = this.#link.remote(definition, pairs);
    this.#replays.set(definition.id, side);
    return side;
  }

  #serve(market: MarketSide, term: bigint): () => void {
    const stops = [this.#link.serve(market, term), this.#frames.serve(market, term)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'what other processes are to know or to tell is missing');
  }
}
