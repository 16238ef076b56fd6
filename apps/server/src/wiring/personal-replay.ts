import type { SessionControl } from '@plecho/contract';
import type { IdSource } from '../commands/batch.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import { refuse } from '../commands/decision.ts';
import type { MarketDesk } from '../engine/desk.ts';
import type { KeyRegister } from '../engine/key-register.ts';
import { localSide } from '../engine/local-side.ts';
import type { LogSigner, LogTip } from '../engine/log/ports.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { MarketSide, MarketStatus } from '../engine/market-port.ts';
import { RestingMarket } from '../engine/resting-market.ts';
import { ReplayFeed } from '../feeds/replay/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { Problem } from '../lib/problem.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { DatasetRecord, SessionPlace, ReplaySessionRecord } from '../replays/ports.ts';
import { ReplayCandles } from '../replays/replay-candles.ts';
import { sessionTracks } from '../replays/tracks.ts';
import type { createPool, Target } from '../storage/connection.ts';
import { findOutcome } from '../storage/journal/outcome-store.ts';
import type { WriterConnection } from '../storage/journal/writer-connection.ts';
import { RunningMarket } from './running-market.ts';

/** So long a replay plays that nobody looks at. */
const UNSEEN_MS = 15_000;
/** So long one that stands keeps what it needs for trading. */
const QUIET_MS = 10_000;
/** Longer than a request takes from being let in to its answer. */
const UNASKED_MS = 10_000;

export interface PersonalReplayOptions {
  session: ReplaySessionRecord;
  definition: MarketDefinition;
  dataset: DatasetRecord;
  library: DatasetLibrary;
  desk: MarketDesk;
  target: Target;
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  beat: Pick<Clock, 'every'>;
  log: Logger;
  ids: IdSource;
  keys: KeyRegister;
  /** Signs the log. */
  signer(): LogSigner;
  /** A connection to write on. */
  writer(): WriterConnection;
  /** Whether a stream of the owner's is subscribed to the market. */
  isWatched(marketId: string, userId: bigint): boolean;
  /** Whether any stream has something of the market. */
  isSubscribed(marketId: string): boolean;
}

const NOBODY = { tick: () => undefined, ended: () => undefined, delisted: () => undefined };

/**
 * The market of one person through its life: it stands, holding memory alone, until something is asked of it that takes a
 * runner; then it holds a lock until it has stood for a while again, or is over.
 */
export class PersonalReplay {
  readonly ownerId: bigint;
  readonly #options: PersonalReplayOptions;
  readonly #marketId: string;
  #feed: ReplayFeed | null = null;
  #running: RunningMarket | null = null;
  #played: number;
  #speed: number;
  #ended: boolean;
  /** The newest checkpoint of the log that was signed here. */
  #log: LogTip | null = null;
  /** Readings of the even clock: when somebody looked, when the controls were used, and when it last had a use for its lock. */
  #seenAt: number;
  #askedAt: number;
  #usedAt: number;
  /** One thing after another, and how many of them are not done. */
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isForgotten = false;

  constructor(options: PersonalReplayOptions) {
    const { session, clock } = options;
    this.#options = options;
    this.ownerId = session.userId;
    this.#marketId = session.marketId;
    this.#played = session.playhead;
    this.#speed = session.speed;
    this.#ended = session.ended;
    this.#seenAt = clock.monotonic();
    this.#askedAt = this.#seenAt;
    this.#usedAt = this.#seenAt;
  }

  get dataset(): DatasetRecord {
    return this.#options.dataset;
  }

  get isPlaying(): boolean {
    return this.#running !== null && this.#feed?.playback().playing === true;
  }

  /** Whether it holds a lock. */
  get isAwake(): boolean {
    return this.#running !== null;
  }

  /** Whether it stands, nobody has anything of it, and nobody has asked for it lately. */
  get isIdle(): boolean {
    const { clock, isSubscribed } = this.#options;
    if (this.#isForgotten || this.isAwake || this.#waiting > 0 || isSubscribed(this.#marketId)) return false;
    return clock.monotonic() - Math.max(this.#seenAt, this.#askedAt, this.#usedAt) >= UNASKED_MS;
  }

  /** Somebody asks for it. */
  asked(): void {
    this.#askedAt = this.#options.clock.monotonic();
  }

  /** As it stands. */
  record(): ReplaySessionRecord {
    const playhead = this.#running === null ? this.#played : (this.#feed?.played ?? this.#played);
    const { session } = this.#options;
    const pathStep = this.#feed?.pathStep ?? session.pathStep;
    return { ...session, playhead, pathStep, speed: this.#speed, ended: this.#ended };
  }

  /** Where another process goes on: only as far as all that was fired on the way is committed. */
  async place(): Promise<SessionPlace> {
    const { marketId, playhead, pathStep, speed } = this.record();
    const isCommitted = this.#running === null || (await this.#running.committedIn()) !== null;
    const stood = this.#options.session;
    return isCommitted ? { marketId, speed, playhead, pathStep } : { ...stood, speed };
  }

  /** Puts it where it stands, to be read; whatever it held is let go of. */
  async rest(): Promise<void> {
    await this.#inTurn(() => this.#rest());
  }

  /** One that was halted before holds what trading takes: operators see it, and can let it go on. Never rejects. */
  async standHalted(): Promise<void> {
    await this.#inTurn(() => this.#wake()).catch((error: unknown) => {
      this.#report('a halted replay could not be shown to operators', error);
    });
  }

  /** @throws Problem market_ended, jump_backwards */
  async control(asked: SessionControl): Promise<void> {
    this.asked();
    this.#usedAt = this.#askedAt;
    // At once, also when a jump is under way.
    if (asked.action === 'pause') this.#feed?.pause();
    await this.#inTurn(() => this.#carryOut(asked));
    this.#usedAt = this.#options.clock.monotonic();
  }

  /**
   * Called again and again: pauses when nobody looks, and rests when it has stood for a while. One that is halted does
   * not rest: operators would not see it.
   */
  look(): void {
    const { clock, isWatched } = this.#options;
    const now = clock.monotonic();
    if (isWatched(this.#marketId, this.ownerId)) this.#seenAt = now;
    if (this.isPlaying) {
      if (now - Math.max(this.#seenAt, this.#askedAt) >= UNSEEN_MS) this.#feed?.pause();
      this.#usedAt = now;
    } else if (this.#running?.market.status().halt === null && now - this.#usedAt >= QUIET_MS) {
      this.#usedAt = now;
      this.rest().catch((error: unknown) => this.#report('a replay could not be laid to rest', error));
    }
  }

  /**
   * Takes one that is idle or another process's off the desk for good: whoever holds it still is sent away, because
   * another may stand in its place.
   * @param elsewhere the side of it that whoever shows it here goes on with
   */
  forget(elsewhere: MarketSide | null = null): void {
    this.#isForgotten = true;
    if (elsewhere === null) this.#options.desk.remove(this.#marketId);
    else this.#options.desk.add(elsewhere);
  }

  /** Never rejects. */
  async release(): Promise<void> {
    this.#feed?.pause();
    await this.#inTurn(() => this.#letGo()).catch(() => undefined);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isForgotten) return Promise.reject(new UnavailableError(`the market ${this.#marketId} was let go of`));
    this.#waiting += 1;
    const result = this.#turn.then(work).finally(() => (this.#waiting -= 1));
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #carryOut(asked: SessionControl): Promise<void> {
    if (this.#ended) {
      if (asked.action === 'finish' || asked.action === 'pause') return;
      throw new Problem('market_ended');
    }
    if (asked.action === 'pause') return;
    const { feed, running } = await this.#wake();
    if (asked.action === 'resume') feed.resume();
    else if (asked.action === 'speed') feed.setSpeed((this.#speed = asked.speed));
    else if (asked.action === 'step') {
      if (feed.now() === asked.playhead) await feed.playTo(feed.endOfCandle(asked.interval));
    } else if (asked.action === 'jump') {
      const to = asked.to * 1000 - 1;
      if (to < feed.now()) throw new Problem('jump_backwards');
      await feed.playTo(to);
    } else {
      await running.market.end();
      await this.#retire();
    }
    // What a step or a jump fired is there when it is answered.
    await running.market.idle();
  }

  async #newFeed(paused: boolean): Promise<ReplayFeed> {
    const { library, session, dataset, definition, clock, beat } = this.#options;
    const { speed, pathStep } = this.record();
    const tracks = await sessionTracks(library, session, dataset);
    return new ReplayFeed({ clock, beat, paused, startAt: definition.startAt, speed, pathStep }, tracks);
  }

  async #wake(): Promise<{ feed: ReplayFeed; running: RunningMarket }> {
    if (this.#running !== null && this.#feed !== null) return { feed: this.#feed, running: this.#running };
    const { definition, desk, writer, signer, ...options } = this.#options;
    const feed = await this.#newFeed(true);
    const running = await RunningMarket.start({
      ...options,
      ...{ definition, feed, writer: writer(), signer: signer(), listener: desk.listener, onProgress: () => undefined },
      replay: { candles: new ReplayCandles(feed), played: this.#played },
    });
    this.#feed = feed;
    this.#running = running;
    desk.add(running.side);
    void running.market.ended
      .then(() => this.#inTurn(() => this.#retire()))
      .catch((error: unknown) => {
        this.#report('a replay that is over could not be let go of', error);
      });
    void running.market.superseded
      .then(() => this.rest())
      .catch((error: unknown) =>
        this.#report('a replay that another process had in between could not be let go of', error),
      );
    return { feed, running };
  }

  /** It is over: from now on it can be read. */
  async #retire(): Promise<void> {
    if (this.#running === null) return;
    this.#ended = true;
    await this.#rest();
  }

  async #rest(): Promise<void> {
    const { definition, desk } = this.#options;
    this.#feed?.pause();
    this.#played = this.record().playhead;
    const feed = await this.#newFeed(true);
    await feed.start(NOBODY, this.#played);
    const candles = new ReplayCandles(feed);
    const resting = new RestingMarket({
      ...{ definition, candles, pairs: feed.pairs, status: () => this.#statusOf(feed) },
      lastPrice: (symbol) => feed.standing(symbol),
      submit: (command, idempotency) => this.#submit(command, idempotency),
    });
    desk.add(localSide(resting));
    await this.#letGo();
    this.#feed = feed;
  }

  #statusOf(feed: ReplayFeed): MarketStatus {
    const playback = { ...feed.playback(), playing: false };
    const life = this.#ended ? 'ended' : 'running';
    return { life, halt: null, ready: true, now: feed.now(), members: 1, log: this.#log, playback };
  }

  async #letGo(): Promise<void> {
    this.#played = this.record().playhead;
    const running = this.#running;
    this.#running = null;
    await running?.release();
    this.#log = running?.market.status().log ?? this.#log;
  }

  /** What comes while it stands. */
  async #submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    if (this.#ended) {
      const earlier = idempotency === undefined ? null : await findOutcome(this.#options.pool, idempotency);
      return earlier ?? refuse('market_ended');
    }
    this.#usedAt = this.#options.clock.monotonic();
    const { running } = await this.#inTurn(() => this.#wake());
    return running.side.submit(command, idempotency);
  }

  #report(message: string, error: unknown): void {
    this.#options.log.error({ err: error, market: this.#marketId }, message);
  }
}
