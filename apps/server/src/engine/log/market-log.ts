import type { MarketRules } from '@plecho/domain';
import { checkpointText, encodeDefinition, equalBytes, Frontier, type Hash, type LogDefinition } from '@plecho/proofs';
import { IntegrityError, SupersededError, type PriceRecord } from '../../commands/batch.ts';
import { recordKind, quoteOf, type RecordKind } from '../../commands/quote.ts';
import type { Clock } from '../../lib/clock.ts';
import { tipOf } from './checkpoint.ts';
import { symbolsOf } from './definition.ts';
import { FRAME_RECORDS, PendingFrames, WAITING_BYTES } from './pending-frames.ts';
import type { LogAppend, LogHead, LogSigner, LogStats, LogStore, LogTip } from './ports.ts';

const BEAT_MS = 1_000;
const CHECKPOINT_BEATS = 10;
/** Where frames are closed when a fill has used a price, the others wait for so long. */
const LAZY_BEATS = 10;
/** Two beats and what it takes to write. */
const LAG_MS = 2_000;
/** Entries of a bundle, which is dropped as a whole. */
const BUNDLE = 256n;
/** What may be dropped is looked for once in so many: a log that is hardly written asks as seldom. */
const PRUNE_ENTRIES = BUNDLE / 8n;

export interface MarketLogOptions {
  store: LogStore;
  signer: LogSigner;
  /** What the market is, by now. */
  definition: LogDefinition;
  rules: Pick<MarketRules, 'spreads'>;
  clock: Pick<Clock, 'monotonic'>;
  beat: Pick<Clock, 'every'>;
  /** Frames are closed when a fill has used a price or much waits, and not every second: nobody else sees the market. */
  isLazy: boolean;
  /** How much may wait while the storage is gone; 16 MB unless given. */
  waitingBytes?: number;
  /** Told of failures that operators should see. Must not throw. */
  onFailure(message: string, error: unknown): void;
}

/** What the log asks of its market. Nothing of it throws. */
export interface LoggedMarket {
  /** The market's own clock, ms. */
  now(): number;
  /** The storage has refused an entry: what is decided from here on could not be proved. */
  refused(error: unknown): void;
  /** Somebody else had the market in between: it has to be started anew. */
  superseded(error: SupersededError): void;
  /** The lock may be lost. */
  lost(): void;
  /** Numbers of prices that a fill may yet use; null while that is not known. */
  inUse(): readonly bigint[] | null;
}

interface Position {
  size: bigint;
  frontier: readonly Hash[];
  lastSeq: bigint;
  lastTime: number | null;
  checkpoint: string | null;
}

/** What was tried last, and how the log stands if it was done. */
interface Attempt {
  after: Position;
  entries: number;
}

const NOTHING: Position = { size: 0n, frontier: [], lastSeq: 0n, lastTime: null, checkpoint: null };

/** A checkpoint may be signed by another key meanwhile: what counts is how large it says the log is. */
const isSame = (a: Position, b: Position): boolean =>
  a.size === b.size &&
  tipOf(a.checkpoint)?.size === tipOf(b.checkpoint)?.size &&
  a.frontier.length === b.frontier.length &&
  a.frontier.every((hash, n) => equalBytes(hash, b.frontier[n] ?? hash));

/**
 * The log of one market (rule T1): every price that a fill can use gets into a frame, once a second and beside the
 * decisions. An entry that is not known to be added is looked for before anything else is; nothing is added twice.
 *
 * While the storage is gone, frames wait in memory. When they are too many the log is full, and its market takes
 * no more prices: what is given up are prices that nobody has used.
 */
export class MarketLog {
  readonly #options: MarketLogOptions;
  readonly #origin: string;
  readonly #pending: PendingFrames;
  #market: LoggedMarket | null = null;
  #at: Position = NOTHING;
  #tip: LogTip | null = null;
  /** Of the owner, as it was when the log was known to stand there. */
  #term = 0n;
  /** Not known to be done. */
  #attempt: Attempt | null = null;
  /** The storage has refused an entry: nothing is tried before {@link goOn}. */
  #isRefused = false;
  #isFailing = false;
  #isUsed = false;
  #isClosed = false;
  #beats = 0;
  #signedAtBeat = 0;
  #appendedAt: number | null = null;
  #signedAt: number | null = null;
  /** Of the newest checkpoint that is known to be added here; null before the first. */
  #signedBy: Uint8Array | null = null;
  #stopBeat: () => void = () => undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isBusy = false;
  #mayPack = true;
  #prunedAt = 0n;
  #tidying: Promise<void> | null = null;

  constructor(options: MarketLogOptions) {
    this.#options = options;
    this.#pending = new PendingFrames(options.waitingBytes ?? WAITING_BYTES);
    this.#origin = options.definition.origin;
  }

  /** As the newest checkpoint says it; null before the first. */
  get tip(): LogTip | null {
    return this.#tip;
  }

  /** So much waits that no more prices may be taken. */
  get isFull(): boolean {
    return this.#pending.isFull;
  }

  /** What is wrong with it, in a line for operators; null when nothing is. */
  get problem(): string | null {
    if (this.isFull) return 'no prices are taken: the log of prices could not be written for too long';
    const { lagMs } = this.stats();
    const seconds = Math.floor(lagMs / 1000);
    return !this.#options.isLazy && lagMs > LAG_MS ? `the log of prices is ${seconds} s behind` : null;
  }

  stats(): LogStats {
    const now = this.#options.clock.monotonic();
    const ago = (at: number | null): number | null => (at === null ? null : now - at);
    const { since } = this.#pending;
    return {
      size: this.#at.size,
      lagMs: ago(since) ?? 0,
      appendedMs: ago(this.#appendedAt),
      checkpointMs: ago(this.#signedAt),
    };
  }

  /**
   * Begins the log or goes on with it: what fills have used and no frame has gets into one first. The market's lock has
   * to be held. Rejects when the storage fails, and may be called again then.
   * @returns the newest number and market time (ms) that have been before; a lazy one says no time, because its market
   * goes on from where it stands
   */
  async start(market: LoggedMarket): Promise<{ lastSeq: bigint; lastTime: number | null }> {
    this.#market = market;
    await this.#inTurn(async () => {
      this.#adopt(await this.#options.store.load());
      await this.#logStored();
    });
    this.#stopBeat = this.#options.beat.every(BEAT_MS, () => this.#beat());
    const { lastSeq, lastTime } = this.#at;
    return { lastSeq, lastTime: this.#options.isLazy ? null : lastTime };
  }

  /** Takes a valid price, with its quotes. Numbers ascend. */
  record(record: PriceRecord): void {
    if (this.#isClosed) return;
    const { rules } = this.#options;
    this.#add(record, 0);
    if (!rules.spreads.has(record.symbol)) return;
    this.#add(quoteOf(record, 'buy', rules), 1);
    this.#add(quoteOf(record, 'sell', rules), 2);
  }

  /** What comes from now on is in another frame than what has come. */
  closeFrame(): void {
    this.#pending.close(this.#now());
  }

  /** A fill has used a price. */
  used(): void {
    this.#isUsed = true;
  }

  /**
   * Finds out how the log stands, after the market's state was read again. Rejects with SupersededError when somebody
   * else had the market meanwhile, with IntegrityError when the log was changed all the same or an entry is refused again,
   * and otherwise when the storage fails.
   */
  goOn(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#findOut();
      if (this.#isRefused) await this.#appendAll(false);
      this.#isRefused = false;
    });
  }

  /** Adds everything, with a checkpoint of all of it. Rejects when that is not known to be done; may be asked for again. */
  async finish(): Promise<void> {
    this.#isClosed = true;
    this.closeFrame();
    try {
      await this.#inTurn(() => this.#write(true));
    } catch (error) {
      this.#failed(error);
      throw error;
    }
    this.#stopBeat();
    await this.#tidying;
  }

  /** The same, once and as far as it goes: what is missing the next start adds. Never rejects. */
  async stop(): Promise<void> {
    this.#stopBeat();
    try {
      if (this.#market !== null && !this.#isRefused && !this.#isFailing) await this.finish();
    } catch (error) {
      this.#options.onFailure('the log could not be brought to its end; the next start does it', error);
    }
    await this.#tidying;
  }

  #now(): number {
    return this.#market?.now() ?? 0;
  }

  #add(record: PriceRecord, kind: RecordKind): void {
    this.#pending.add({ ...record, kind }, this.#options.clock.monotonic(), () => this.#now());
  }

  #beat(): void {
    this.#beats += 1;
    const { isLazy } = this.#options;
    if (!isLazy || this.#isUsed || this.#beats % LAZY_BEATS === 0) {
      this.closeFrame();
      this.#isUsed = false;
    }
    this.#tidy();
    if (this.#isBusy || this.#isRefused) return;
    const isDue = this.#isOutdated || this.#beats - this.#signedAtBeat >= CHECKPOINT_BEATS;
    void this.#inTurn(() => this.#write(isDue)).catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    if (error instanceof IntegrityError || error instanceof SupersededError) {
      this.#isRefused = true;
      if (error instanceof SupersededError) this.#market?.superseded(error);
      else this.#market?.refused(error);
      return;
    }
    if (!this.#isFailing) this.#options.onFailure('the log could not be written', error);
    this.#isFailing = true;
    this.#market?.lost();
  }

  /** Adds what waits. */
  async #write(signs: boolean): Promise<void> {
    if (this.#attempt !== null || this.#options.store.term !== this.#term) await this.#findOut();
    await this.#appendAll(signs);
    this.#isFailing = false;
  }

  /**
   * Whether what was tried last is done. Rejects with SupersededError when somebody may have had the market in between,
   * also without a word in its log: its fills have numbers of their own. Rejects with IntegrityError when nobody had it and
   * the log is another all the same.
   */
  async #findOut(): Promise<void> {
    const { store } = this.#options;
    const head = (await store.load()) ?? NOTHING;
    if (store.term > this.#term + 1n) throw new SupersededError(`another process had the market of ${this.#origin}`);
    const attempt = this.#attempt;
    if (attempt !== null && isSame(head, attempt.after)) return this.#done(attempt);
    if (!isSame(head, this.#at)) throw new IntegrityError(`somebody else has written the log ${this.#origin}`);
    this.#attempt = null;
    this.#term = store.term;
  }

  /** There is another key than the one that has signed here: what it had signed by then may have been added after that. */
  get #isOutdated(): boolean {
    return this.#signedBy !== null && !equalBytes(this.#signedBy, this.#options.signer.publicKey);
  }

  /** @param signs a checkpoint comes last, if the log has grown or the key is another */
  async #appendAll(signs: boolean): Promise<void> {
    for (;;) {
      const entries = this.#pending.next();
      const isLast = entries.length === this.#pending.size;
      const hasGrown = this.#at.size + BigInt(entries.length) > (this.#tip?.size ?? 0n);
      const isSigned = signs && isLast && (hasGrown || this.#isOutdated);
      if (entries.length === 0 && !isSigned) return;
      await this.#append(entries, isSigned);
    }
  }

  async #append(entries: ReturnType<PendingFrames['next']>, isSigned: boolean): Promise<void> {
    const { store, signer } = this.#options;
    const before = this.#at;
    const frontier = Frontier.of(before.size, [...before.frontier]);
    for (const { hash } of entries) frontier.append(hash);
    const { size, roots } = frontier;
    const text = checkpointText({ origin: this.#origin, size, root: frontier.root() });
    const { publicKey } = signer;
    const checkpoint = isSigned ? signer.sign(text, this.#origin) : null;
    const times = [before.lastTime, ...entries.map(({ lastTime }) => lastTime)].filter((time) => time !== null);
    const lastTime = times.length === 0 ? null : Math.max(...times);
    const append: LogAppend = {
      term: this.#term,
      expectedSize: before.size,
      entries,
      frontier: roots,
      lastTime,
      checkpoint,
    };
    const lastSeq = entries.at(-1)?.lastSeq ?? before.lastSeq;
    const attempt: Attempt = {
      after: { size, frontier: roots, lastSeq, lastTime, checkpoint: checkpoint ?? before.checkpoint },
      entries: entries.length,
    };
    this.#attempt = attempt;
    try {
      await store.append(append);
    } catch (error) {
      if (error instanceof IntegrityError) this.#attempt = null;
      throw error;
    }
    if (isSigned) this.#signedBy = publicKey;
    this.#done(attempt);
  }

  /** What was tried is in the log. */
  #done({ after, entries }: Attempt): void {
    const now = this.#options.clock.monotonic();
    this.#attempt = null;
    this.#pending.added(entries);
    if (entries > 0) this.#appendedAt = now;
    if (after.size / BUNDLE > this.#at.size / BUNDLE) this.#mayPack = true;
    if (after.checkpoint !== this.#at.checkpoint) {
      this.#signedAt = now;
      this.#signedAtBeat = this.#beats;
    }
    this.#at = after;
    this.#term = this.#options.store.term;
    this.#tip = tipOf(after.checkpoint);
  }

  /** Goes on from what somebody has left, or begins with what the market is. */
  #adopt(head: LogHead | null): void {
    const { definition, clock } = this.#options;
    this.#attempt = null;
    this.#at = head ?? NOTHING;
    this.#term = this.#options.store.term;
    this.#tip = tipOf(this.#at.checkpoint);
    this.#pending.begin(head === null ? definition.symbols : symbolsOf(head.definition, this.#origin));
    if (head === null) this.#pending.addDefinition(encodeDefinition(definition), clock.monotonic());
  }

  /** Puts what fills have used and the log has not into frames. */
  async #logStored(): Promise<void> {
    const { store, rules, clock } = this.#options;
    for (;;) {
      const records = await store.stored(this.#at.lastSeq, FRAME_RECORDS);
      const logged = records.map((record) => ({ ...record, kind: recordKind(record, rules) }));
      if (logged.length > 0) this.#pending.addFrame(logged, this.#now(), clock.monotonic());
      await this.#appendAll(false);
      if (records.length < FRAME_RECORDS) return;
    }
  }

  /** Packs and drops what has its time, a little at a time and beside everything else. */
  #tidy(): void {
    if (this.#tidying !== null || this.#isRefused) return;
    const { store, onFailure } = this.#options;
    const inUse = this.#at.size - this.#prunedAt < PRUNE_ENTRIES ? null : (this.#market?.inUse() ?? null);
    if (inUse !== null) this.#prunedAt = this.#at.size;
    if (!this.#mayPack && inUse === null) return;
    const work = async (): Promise<void> => {
      try {
        if (this.#mayPack) this.#mayPack = await store.pack();
        if (inUse !== null) await store.prune(inUse);
      } catch (error) {
        if (!this.#isFailing) onFailure('the log could not be packed yet', error);
      }
    };
    this.#tidying = work().finally(() => (this.#tidying = null));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#isBusy = true;
    const result = this.#turn.then(work);
    const turn = result.then(
      () => undefined,
      () => undefined,
    );
    this.#turn = turn;
    void turn.then(() => {
      if (this.#turn === turn) this.#isBusy = false;
    });
    return result;
  }
}
