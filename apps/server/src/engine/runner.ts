import { IntegrityError, type Journal, type MarketSnapshot, type PriceRecord } from '../commands/batch.ts';
import type { BuiltBatch } from '../commands/batch-builder.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import { accept, refuse } from '../commands/decision.ts';
import type { Clock } from '../lib/clock.ts';
import { accountEvents } from './account-events.ts';
import { CommandQueue, type Pending } from './command-queue.ts';
import type { AccountEvent } from './events.ts';
import { newestTime } from './market-clock.ts';
import { MarketEngine, type EngineOptions } from './market-engine.ts';
import { nameOf, toRepeat } from './refusal.ts';
import { TickBacklog } from './tick-backlog.ts';
import { Waiters } from './waiters.ts';
import { WorkList, type Work } from './work-list.ts';

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
  /** Told about failures that operators should see, and what a refused batch was made of. Must not throw. */
  onFailure(message: string, error: unknown, details?: string): void;
}

/**
 * - `loading`: state is being read, commands are refused as unavailable
 * - `running`
 * - `halted`: a check failed; nothing is decided until somebody has looked
 * - `stopped`
 */
export type RunnerPhase = 'loading' | 'running' | 'halted' | 'stopped';

/** Since when a market is halted, and why. */
export interface Halt {
  /** Server time, ms. */
  at: number;
  /** One line for operators. */
  reason: string;
}

export interface RunnerStats {
  batches: number;
  commands: number;
  firings: number;
  /** Batches that are not known to be committed. */
  failures: number;
}

/**
 * The single writer of a market. Decides what waits against the committed state, writes all of it in
 * one call, and only then answers and publishes; a batch that is not known to be committed is
 * forgotten and the state is read again.
 *
 * A batch that was refused, by the database or by a decision that failed, is taken apart: each of its
 * commands and firings is tried alone, and only what is refused alone pays for it (rule E12). A command
 * is answered with `internal`; a firing nobody can be refused, so the market is halted.
 *
 * Between two batches, in this order: the ticks that arrived, commands of people, firings. So a
 * command never overtakes a tick that came before it, and ten thousand liquidations keep nobody waiting.
 */
export class MarketRunner {
  readonly stats: RunnerStats = { batches: 0, commands: 0, firings: 0, failures: 0 };
  readonly #options: RunnerOptions;
  readonly #queue: CommandQueue;
  readonly #ticks: TickBacklog;
  readonly #list: WorkList;
  readonly #waiters = new Waiters();
  #engine: MarketEngine | null = null;
  /** Operations whose settlement was refused: not frozen, and not tried again before a restart or a resumption. */
  readonly #refusedOperations = new Set<bigint>();
  #phase: RunnerPhase = 'loading';
  #halt: Halt | null = null;
  /** The run of batches under way. */
  #run: Promise<void> | null = null;
  #stopping = false;
  #ended = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#queue = new CommandQueue(options.journal, () => this.#wake());
    this.#list = new WorkList(this.#queue);
    this.#ticks = new TickBacklog((record) => options.path.add(record));
  }

  get phase(): RunnerPhase {
    return this.#phase;
  }

  /** null unless the market is halted. */
  get halted(): Halt | null {
    return this.#phase === 'halted' ? this.#halt : null;
  }

  /** Commands and firings that wait. */
  get backlog(): number {
    return this.#queue.waiting + this.#list.firings;
  }

  /** Reads the market from the journal. @returns where it ends, and what is open. Rejects when it can't be read. */
  async start(): Promise<
    Pick<MarketSnapshot, 'lastSeq' | 'lastRecordTime' | 'positions'> & { lastTime: number | null }
  > {
    const snapshot = await this.#options.journal.load();
    this.#engine = new MarketEngine(snapshot, this.#options);
    if (this.#phase === 'loading') this.#phase = 'running';
    return { ...snapshot, lastTime: newestTime(snapshot) };
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
    if (command.type === 'settleOperation') {
      if (!isOwnKey(command.operationId, idempotency)) {
        return Promise.reject(new TypeError('an operation is settled under its own id'));
      }
      if (this.#refusedOperations.has(command.operationId)) return Promise.resolve(refuse('internal'));
    }
    return command.type === 'endMarket' ? this.#end() : this.#queue.submit(command, idempotency);
  }

  /** Stops trading because a check failed, until {@link resume}. What waits is refused; what fired stays fired. */
  halt(error: unknown): void {
    if (this.#phase === 'halted' || this.#phase === 'stopped') return;
    this.#phase = 'halted';
    this.#halt = { at: this.#options.clock.now(), reason: error instanceof Error ? error.message : String(error) };
    this.#list.pardon();
    this.#options.path.interrupt();
    this.#options.onFailure('trading is halted', error);
    this.#queue.resolveAll(refuse('market_halted'));
    this.#waiters.release(true);
  }

  /**
   * Goes on after a halt with the state as it is stored, and with what had fired before.
   * @returns false when the market is not halted. Rejects when its state can't be read, or what had fired is
   * refused again: then it stays halted.
   */
  async resume(): Promise<boolean> {
    await this.#run;
    if (this.#phase !== 'halted' || this.#stopping) return false;
    this.#phase = 'loading';
    try {
      await this.#reload();
    } catch (error) {
      if (this.#phase === 'loading') this.#phase = 'halted';
      throw error;
    }
    if (this.phase !== 'running') return false;
    this.#refusedOperations.clear();
    await this.#until(() => this.#list.firings === 0);
    if (this.halted !== null) throw new Error(this.halted.reason);
    return true;
  }

  /** Accepts nothing more, carries out what waits and resolves when nothing is left (rule S10). */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#phase === 'running') await this.#until(() => this.#queue.idle && this.#list.firings === 0);
    this.#queue.rejectAll(new UnavailableError('the market has stopped'));
    if (this.#phase !== 'halted') this.#phase = 'stopped';
  }

  /** Closes and cancels everything; resolves when that is committed. */
  async #end(): Promise<Outcome> {
    if (!this.#ended) {
      await this.#until(() => true);
      this.#ended = true;
      this.#list.fire(this.#engine?.end() ?? []);
    }
    await this.#until(() => this.#list.firings === 0);
    if (this.#phase === 'halted') return refuse('market_halted');
    if (this.#phase !== 'running') throw new UnavailableError('the market stopped before it had ended');
    return accept({ type: 'done' });
  }

  /** Resolves between two batches, ticks evaluated, as soon as `isOver`; or when the market no longer runs. */
  #until(isOver: () => boolean): Promise<void> {
    const over = this.#waiters.until(isOver);
    this.#wake();
    return over;
  }

  #wake(): void {
    if (this.#run !== null || this.#phase !== 'running') return;
    // Not at once: what arrived together, on many connections, then goes into one batch.
    this.#run = new Promise((resolve) => this.#options.clock.soon(() => void this.#work().then(resolve)));
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    try {
      for (;;) {
        await this.#queue.lookUp();
        this.#haltIfWrong();
        if (this.#phase !== 'running' || this.#engine === null) break;
        if (!this.#list.isClosing) this.#evaluateTicks(this.#engine);
        this.#waiters.release(false);
        if (this.#list.hasWork) await this.#runBatch(this.#engine, this.#list.next());
        else if (this.#queue.waiting === 0) break;
      }
    } catch (error) {
      this.halt(error);
    } finally {
      this.#run = null;
    }
  }

  #evaluateTicks(engine: MarketEngine): void {
    for (const record of this.#ticks.take()) this.#list.fire(engine.tick(record));
  }

  async #runBatch(engine: MarketEngine, work: Work): Promise<void> {
    try {
      await this.#carryOut(engine, work);
    } catch (error) {
      for (const pending of work.commands) pending.resolve(refuse('market_halted'));
      throw error;
    }
  }

  async #carryOut(engine: MarketEngine, work: Work): Promise<void> {
    const { commands, firings } = work;
    let built: BuiltBatch | null = null;
    let answers: Outcome[];
    try {
      ({ answers, built } = this.#decide(engine, work));
    } catch (error) {
      return this.#refused(engine, work, null, error);
    }
    const failure = await this.#write(built);
    if (failure instanceof IntegrityError) return this.#refused(engine, work, built, failure);
    if (failure !== null) {
      const unknown = new UnavailableError('it is not known whether the command was carried out', { cause: failure });
      for (const pending of commands) pending.reject(unknown);
      this.#list.putBack(firings);
      return this.#recover(failure, built);
    }
    commands.forEach((pending, n) => pending.resolve(answers[n] ?? refuse('internal')));
    this.stats.commands += commands.length;
    this.stats.firings += firings.length;
    if (built !== null) this.#publish(built);
  }

  /** @returns why it is not known to be written, or, with IntegrityError, known not to be; null when it is */
  async #write(built: BuiltBatch | null): Promise<unknown> {
    if (built === null) return null;
    try {
      await this.#options.journal.append(built.batch);
      this.stats.batches++;
      return null;
    } catch (error) {
      this.stats.failures++;
      return error;
    }
  }

  #decide(engine: MarketEngine, { commands, firings }: Work): { answers: Outcome[]; built: BuiltBatch | null } {
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

  /** Nothing of `work` is written, and the state in memory holds it: reads the state again and looks for what is to blame. */
  async #refused(engine: MarketEngine, work: Work, built: BuiltBatch | null, error: unknown): Promise<void> {
    const { commands, firings } = work;
    const [pending] = commands;
    const [firing] = firings;
    if (this.#phase !== 'running') {
      // Somebody has halted the market meanwhile.
      this.#list.putBack(firings);
      for (const each of commands) each.resolve(refuse('market_halted'));
    } else if (commands.length + firings.length > 1) {
      this.#options.onFailure('a batch was refused; what is in it is tried one by one', error);
      this.#list.putBackAlone(work);
      await this.#readAgain();
    } else if (pending !== undefined) {
      this.#options.onFailure('a command was refused', error, toRepeat(pending, built));
      await this.#blame(engine, pending);
    } else if (firing !== undefined) {
      this.#options.onFailure('a firing was refused', error, toRepeat({ firing }, built));
      this.#list.accuse(firing, error);
      await this.#readAgain();
    }
  }

  /** Answers a command that was refused alone, and freezes the answer (rule L6) if that is not refused too. */
  async #blame(engine: MarketEngine, pending: Pending): Promise<void> {
    const { command, idempotency } = pending;
    const outcome = refuse('internal');
    if (command.type === 'settleOperation') this.#refusedOperations.add(command.operationId);
    else if (idempotency !== undefined) {
      const batch = engine.begin(this.#options.clock.now());
      batch.outcome(idempotency, outcome);
      const failure = await this.#write(batch.build());
      if (failure instanceof IntegrityError) {
        this.#options.onFailure("the answer to a refused command can't be frozen", failure);
      } else if (failure !== null) {
        pending.reject(new UnavailableError('the answer could not be written down', { cause: failure }));
        return this.#recover(failure, null);
      }
    }
    this.stats.commands++;
    pending.resolve(outcome);
    return this.#readAgain();
  }

  /** Halts because of a firing that was refused alone, when all the others have been carried out. */
  #haltIfWrong(): void {
    const wrong = this.#list.verdict();
    if (wrong === null) return;
    const message = wrong.error instanceof Error ? wrong.error.message : String(wrong.error);
    this.halt(new Error(`${nameOf(wrong.firing)} was refused: ${message}`, { cause: wrong.error }));
  }

  /** Reads the state again, at once; whoever waits goes on waiting unless the storage is gone. */
  async #readAgain(): Promise<void> {
    try {
      await this.#reload();
    } catch (error) {
      if (error instanceof IntegrityError) this.halt(error);
      else await this.#recover(error, null);
    }
  }

  /**
   * Reads the state again until that succeeds. What ticks had fired stays fired: a crossed trigger
   * is neither forgotten nor, if its batch was committed after all, repeated (rule E8).
   * @param unknown a batch that may have been committed
   */
  async #recover(error: unknown, unknown: BuiltBatch | null): Promise<void> {
    this.#options.onFailure('the storage failed; loading the market again', error);
    if (this.#phase === 'running') this.#phase = 'loading';
    this.#list.together();
    this.#queue.rejectAll(new UnavailableError('the market is being loaded again'));
    for (let wait = FIRST_WAIT_MS; this.#phase === 'loading'; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await new Promise<void>((resolve) => this.#options.clock.after(wait, resolve));
      try {
        if (this.#phase === 'loading' && !this.#stopping) await this.#reload(unknown);
      } catch (cause) {
        if (cause instanceof IntegrityError) this.halt(cause);
        else this.#options.onFailure('the market could not be loaded', cause);
      }
      if (this.#stopping) this.#giveUp();
    }
  }

  /** Rejects with IntegrityError when what is stored contradicts itself. */
  async #reload(unknown: BuiltBatch | null = null): Promise<void> {
    const engine = engineOf(await this.#options.journal.load(), this.#options);
    this.#list.retake(engine);
    if (this.#ended) this.#list.fire(engine.end());
    this.#engine = engine;
    if (unknown !== null && isCommitted(unknown, engine)) this.#publish(unknown);
    if (this.#phase === 'loading') this.#phase = 'running';
  }

  #publish(built: BuiltBatch): void {
    for (const event of accountEvents(built)) this.#options.publish(event);
  }

  /** A server that stops while its database is gone leaves the rest to the next start. */
  #giveUp(): void {
    if (this.#phase === 'loading') this.#phase = 'stopped';
    this.#waiters.release(true);
  }
}

/** @throws IntegrityError when the state contradicts itself */
function engineOf(snapshot: MarketSnapshot, options: EngineOptions): MarketEngine {
  try {
    return new MarketEngine(snapshot, options);
  } catch (cause) {
    throw new IntegrityError('the stored state of the market contradicts itself', { cause });
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
