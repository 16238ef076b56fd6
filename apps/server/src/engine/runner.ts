import { IntegrityError, type Journal, type PriceRecord } from '../commands/batch.ts';
import type { BuiltBatch } from '../commands/batch-builder.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import { accept, refuse } from '../commands/decision.ts';
import type { Firing } from '../commands/fire-trigger.ts';
import type { Clock } from '../lib/clock.ts';
import { accountEvents } from './account-events.ts';
import { CommandQueue, type Pending } from './command-queue.ts';
import type { AccountEvent } from './events.ts';
import { MarketEngine, type EngineOptions } from './market-engine.ts';
import { TickBacklog } from './tick-backlog.ts';

/** At most so many commands of people, and so many firings after them, go into one batch. */
const BATCH_COMMANDS = 250;
const BATCH_FIRINGS = 250;
/** Waits between attempts to load the market again: the first, doubled each time, up to the last. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

export interface RunnerOptions extends EngineOptions {
  journal: Journal;
  clock: Clock;
  /** The market's own clock, ms. */
  marketNow(): number;
  /** Told about every account that a committed batch changed. Must not throw. */
  publish(event: AccountEvent): void;
  /** Told about failures that operators should see. Must not throw. */
  onFailure(message: string, error: unknown): void;
}

/**
 * - `loading`: state is being read, commands are refused as unavailable
 * - `running`
 * - `halted`: a check failed; nothing is decided any more
 * - `stopped`
 */
export type RunnerPhase = 'loading' | 'running' | 'halted' | 'stopped';

export interface RunnerStats {
  batches: number;
  commands: number;
  firings: number;
  /** Batches that are not known to be committed. */
  failures: number;
}

/** Someone who waits until there is nothing left to do. */
interface Waiter {
  isOver(): boolean;
  resolve(): void;
}

/**
 * The single writer of a market. Decides what waits against the committed state, writes all of it in
 * one call, and only then answers and publishes; a batch that is not known to be committed is
 * forgotten and the state is read again.
 *
 * Between two batches, in this order: the ticks that arrived, commands of people, firings. So a
 * command never overtakes a tick that came before it, and ten thousand liquidations keep nobody waiting.
 */
export class MarketRunner {
  readonly stats: RunnerStats = { batches: 0, commands: 0, firings: 0, failures: 0 };
  readonly #options: RunnerOptions;
  readonly #queue: CommandQueue;
  readonly #ticks = new TickBacklog();
  #engine: MarketEngine | null = null;
  #firings: Firing[] = [];
  #phase: RunnerPhase = 'loading';
  #working = false;
  #stopping = false;
  #ended = false;
  #waiters: Waiter[] = [];

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#queue = new CommandQueue(options.journal, () => this.#wake());
  }

  get phase(): RunnerPhase {
    return this.#phase;
  }

  /** Commands and firings that wait. */
  get backlog(): number {
    return this.#queue.waiting + this.#firings.length;
  }

  /** Reads the market from the journal. @returns where its records end. Rejects when it can't be read. */
  async start(): Promise<{ lastSeq: bigint; lastRecordTime: number | null }> {
    const snapshot = await this.#options.journal.load();
    this.#engine = new MarketEngine(snapshot, this.#options);
    if (this.#phase === 'loading') this.#phase = 'running';
    return { lastSeq: snapshot.lastSeq, lastRecordTime: snapshot.lastRecordTime };
  }

  /** Takes a valid price. Ticks of a symbol come in ascending seq. */
  tick(record: PriceRecord): void {
    if (this.#phase === 'halted' || this.#phase === 'stopped' || this.#ended) return;
    this.#ticks.push(record);
    this.#wake();
  }

  /** Decides a command and answers after its batch is committed. Rejects with `UnavailableError`. */
  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    if (this.#phase === 'halted') return Promise.resolve(refuse('market_halted'));
    if (this.#phase !== 'running' || this.#stopping) {
      return Promise.reject(new UnavailableError(`the market is ${this.#stopping ? 'stopping' : this.#phase}`));
    }
    if (command.type === 'settleOperation' && !isOwnKey(command.operationId, idempotency)) {
      return Promise.reject(new TypeError('an operation is settled under its own id'));
    }
    return command.type === 'endMarket' ? this.#end() : this.#queue.submit(command, idempotency);
  }

  /** Stops trading for good because a check failed. What waits is refused. */
  halt(error: unknown): void {
    if (this.#phase === 'halted' || this.#phase === 'stopped') return;
    this.#phase = 'halted';
    this.#firings = [];
    this.#options.onFailure('trading is halted', error);
    this.#queue.resolveAll(refuse('market_halted'));
    this.#releaseWaiters();
  }

  /** Accepts nothing more, carries out what waits and resolves when nothing is left (rule S10). */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#phase === 'running') await this.#until(() => this.#queue.idle && this.#firings.length === 0);
    this.#queue.rejectAll(new UnavailableError('the market has stopped'));
    if (this.#phase !== 'halted') this.#phase = 'stopped';
  }

  /** Closes and cancels everything; resolves when that is committed. */
  async #end(): Promise<Outcome> {
    if (!this.#ended) {
      await this.#until(() => true);
      this.#ended = true;
      this.#firings.push(...(this.#engine?.end() ?? []));
    }
    await this.#until(() => this.#firings.length === 0);
    if (this.#phase === 'halted') return refuse('market_halted');
    if (this.#phase !== 'running') throw new UnavailableError('the market stopped before it had ended');
    return accept({ type: 'done' });
  }

  /** Resolves between two batches, ticks evaluated, as soon as `isOver`; or when the market no longer runs. */
  #until(isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ isOver, resolve });
      this.#wake();
    });
  }

  #releaseWaiters(): void {
    const over = (waiter: Waiter): boolean => this.#phase === 'halted' || this.#phase === 'stopped' || waiter.isOver();
    const released = this.#waiters.filter(over);
    this.#waiters = this.#waiters.filter((waiter) => !released.includes(waiter));
    for (const waiter of released) waiter.resolve();
  }

  #wake(): void {
    if (this.#working || this.#phase !== 'running') return;
    this.#working = true;
    // Not at once: what arrived together, on many connections, then goes into one batch.
    this.#options.clock.soon(() => void this.#work());
  }

  async #work(): Promise<void> {
    try {
      for (;;) {
        await this.#queue.lookUp();
        if (this.#phase !== 'running' || this.#engine === null) break;
        this.#evaluateTicks(this.#engine);
        this.#releaseWaiters();
        if (this.#queue.readyCount > 0 || this.#firings.length > 0) await this.#runBatch(this.#engine);
        else if (this.#queue.waiting === 0) break;
      }
    } catch (error) {
      this.halt(error);
    } finally {
      this.#working = false;
    }
  }

  #evaluateTicks(engine: MarketEngine): void {
    for (const record of this.#ticks.take()) {
      for (const firing of engine.tick(record)) this.#firings.push(firing);
    }
  }

  async #runBatch(engine: MarketEngine): Promise<void> {
    const commands = this.#queue.take(BATCH_COMMANDS);
    const firings = this.#firings.splice(0, BATCH_FIRINGS);
    try {
      const { answers, built } = this.#decide(engine, commands, firings);
      if (built !== null && !(await this.#append(built, commands, firings))) return;
      commands.forEach((pending, n) => pending.resolve(answers[n] ?? refuse('internal')));
      this.stats.commands += commands.length;
      this.stats.firings += firings.length;
      if (built !== null) this.#publish(built);
    } catch (error) {
      for (const pending of commands) pending.resolve(refuse('market_halted'));
      throw error;
    }
  }

  #decide(
    engine: MarketEngine,
    commands: Pending[],
    firings: Firing[],
  ): { answers: Outcome[]; built: BuiltBatch | null } {
    const batch = engine.begin(this.#options.clock.now());
    const now = this.#options.marketNow();
    const answers = commands.map(({ command, idempotency }) => {
      const outcome = engine.decide(batch, command, now);
      if (idempotency !== undefined && isFinal(command, outcome)) batch.outcome(idempotency, outcome);
      return outcome;
    });
    for (const firing of firings) engine.fire(batch, firing, now);
    return { answers, built: batch.build() };
  }

  /** @returns whether it is committed; if that is not known, the market has been loaded again. Throws IntegrityError. */
  async #append(built: BuiltBatch, commands: Pending[], firings: Firing[]): Promise<boolean> {
    try {
      await this.#options.journal.append(built.batch);
      this.stats.batches++;
      return true;
    } catch (error) {
      this.stats.failures++;
      if (error instanceof IntegrityError) throw error;
      const unknown = new UnavailableError('it is not known whether the command was carried out', { cause: error });
      for (const pending of commands) pending.reject(unknown);
      await this.#recover(error, built, firings);
      return false;
    }
  }

  /**
   * Reads the state again until that succeeds. What ticks had fired stays fired: a crossed trigger
   * is neither forgotten nor, if its batch was committed after all, repeated (rule E8).
   */
  async #recover(error: unknown, unknown: BuiltBatch, unfinished: Firing[]): Promise<void> {
    this.#options.onFailure('a batch is not known to be committed; loading the market again', error);
    if (this.#phase === 'running') this.#phase = 'loading';
    this.#queue.rejectAll(new UnavailableError('the market is being loaded again'));
    for (let wait = FIRST_WAIT_MS; this.#phase === 'loading'; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await new Promise<void>((resolve) => this.#options.clock.after(wait, resolve));
      try {
        if (this.#phase === 'loading' && !this.#stopping) await this.#reload(unknown, unfinished);
      } catch (cause) {
        this.#options.onFailure('the market could not be loaded', cause);
      }
      if (this.#stopping) this.#giveUp();
    }
  }

  async #reload(unknown: BuiltBatch, unfinished: Firing[]): Promise<void> {
    const snapshot = await this.#options.journal.load();
    const engine = new MarketEngine(snapshot, this.#options);
    this.#firings = engine.retake([...unfinished, ...this.#firings]);
    if (this.#ended) this.#firings.push(...engine.end());
    this.#engine = engine;
    if (isCommitted(unknown, engine)) this.#publish(unknown);
    if (this.#phase === 'loading') this.#phase = 'running';
  }

  #publish(built: BuiltBatch): void {
    for (const event of accountEvents(built)) this.#options.publish(event);
  }

  /** A server that stops while its database is gone leaves the rest to the next start. */
  #giveUp(): void {
    if (this.#phase === 'loading') this.#phase = 'stopped';
    this.#releaseWaiters();
  }
}

const isOwnKey = (operationId: bigint, idempotency: Idempotency | undefined): boolean =>
  idempotency?.operation === 'settleOperation' && idempotency.key === operationId.toString();

/** A settlement that is refused is tried again later under the same key; every other answer stays (rule L6). */
function isFinal({ type }: Command, outcome: Outcome): boolean {
  return outcome.ok || type !== 'settleOperation';
}

/** Whether the state that was read contains a batch: whole or not at all, so one account tells. */
function isCommitted({ batch }: BuiltBatch, engine: MarketEngine): boolean {
  const changed = batch.accounts[0] ?? batch.newAccounts[0];
  return changed !== undefined && engine.state.account(changed.id)?.version === changed.version;
}
