import { IntegrityError, SupersededError, type Halt, type MarketSnapshot } from '../commands/batch.ts';
import type { BuiltBatch } from '../commands/batch-builder.ts';
import { UnavailableError, type Outcome } from '../commands/command.ts';
import { refuse } from '../commands/decision.ts';
import { repeated } from '../lib/once.ts';
import { writeBatch } from './batch-step.ts';
import type { Pending } from './command-queue.ts';
import { MarketEngine, type EngineOptions } from './market-engine.ts';
import { toRepeat } from './refusal.ts';
import type { RunnerState } from './runner-state.ts';
import type { Work } from './work-list.ts';

/** Waits between attempts to load the market again: the first, doubled each time, up to the last. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** Reads the state again after a batch that is not known to be committed, and finds what a refused one is to be blamed on. */
export class Recovery {
  readonly #state: RunnerState;
  /** Before the next attempt. */
  #wait = FIRST_WAIT_MS;
  /** Of the last attempt, by the monotonic clock: what fails again soon after is no new trouble. */
  #triedAt = Number.NEGATIVE_INFINITY;
  /** A batch that may have been committed: the next reading tells, also if somebody has halted the market before it. */
  #unknown: BuiltBatch | null = null;

  constructor(state: RunnerState) {
    this.#state = state;
  }

  /** Nothing of `work` is written, and the state in memory holds it: reads the state again and looks for what is to blame. */
  async refused(engine: MarketEngine, work: Work, built: BuiltBatch | null, error: unknown): Promise<void> {
    const { phase, list, options } = this.#state;
    const { commands, firings } = work;
    const [pending] = commands;
    const [firing] = firings;
    if (phase !== 'running') {
      // Somebody has halted the market meanwhile.
      list.putBack(firings);
      for (const each of commands) each.resolve(refuse('market_halted'));
    } else if (commands.length + firings.length > 1) {
      options.onFailure('a batch was refused; what is in it is tried one by one', error);
      list.putBackAlone(work);
      await this.#readAgain();
    } else if (pending !== undefined) {
      const earlier = await this.#answeredMeanwhile(pending);
      if (earlier === null) {
        options.onFailure('a command was refused', error, toRepeat(pending, built));
        await this.#blame(engine, pending);
      } else {
        pending.resolve(earlier);
        await this.#readAgain();
      }
    } else if (firing !== undefined) {
      options.onFailure('a firing was refused', error, toRepeat({ firing }, built));
      list.accuse(firing, error);
      await this.#readAgain();
    }
  }

  /**
   * Reads the state again until that succeeds. What ticks had fired stays fired: a crossed trigger
   * is neither forgotten nor, if its batch was committed after all, repeated (rule E8).
   * @param unknown a batch that may have been committed
   */
  async recover(error: unknown, unknown: BuiltBatch | null): Promise<void> {
    const state = this.#state;
    state.options.onFailure('the storage failed; loading the market again', error);
    this.#unknown = unknown ?? this.#unknown;
    if (state.phase === 'running') state.phase = 'loading';
    state.list.together();
    state.queue.rejectAll(new UnavailableError('the market is being loaded again'));
    const { clock } = state.options;
    if (clock.monotonic() - this.#triedAt > 2 * LONGEST_WAIT_MS) this.#wait = FIRST_WAIT_MS;
    while (state.phase === 'loading') {
      await new Promise<void>((resolve) => clock.after(this.#wait, resolve));
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
      this.#triedAt = clock.monotonic();
      await this.#tryReload();
      if (state.isStopping) this.#giveUp();
    }
  }

  /**
   * Reads the state again, once. Rejects with IntegrityError when what is stored contradicts itself, and with
   * SupersededError when somebody else had it in between.
   */
  async reload(): Promise<void> {
    // Somebody else may have had the market meanwhile, and halted it.
    this.#state.goOn(await this.#read());
  }

  /** Reads the state again after a halt, which is over from then on, whoever has the market next. Rejects as {@link reload}. */
  async resume(): Promise<void> {
    const { options, haltedTimes } = this.#state;
    // What came since then is compared with the triggers.
    const time = this.#state.haltUntilNow();
    await this.#read();
    if (this.#state.phase !== 'loading') return;
    await options.journal.endHalt(time);
    // Somebody has halted it meanwhile: it is one halt, which goes on.
    if (this.#state.phase !== 'loading') return;
    haltedTimes.end(time);
    this.#state.goOn(null);
  }

  /** @returns the halt that is stored */
  async #read(): Promise<Halt | null> {
    const state = this.#state;
    const snapshot = await state.options.journal.load();
    state.options.keys?.newest?.forget();
    await state.options.log?.goOn();
    // Somebody else may have written the market meanwhile: what is written from here on comes after that by its ids too.
    await state.options.ids.renew();
    const engine = engineOf(snapshot, state.options);
    state.list.retake(engine);
    state.list.fire(engine.bar(snapshot.barred));
    const unknown = this.#unknown;
    this.#unknown = null;
    const wasWritten = unknown !== null && isCommitted(unknown, engine);
    if (wasWritten) state.list.catchUp(engine, unknown.batch.openedPositions);
    if (state.hasEnded) state.list.fire(engine.end());
    state.engine = engine;
    if (wasWritten) state.publish(unknown);
    return snapshot.halt;
  }

  /**
   * What its key was answered while the command was decided: a key may be in flight in a market of another process too,
   * and has one effect (rule L6). null when there is no such answer, or it can't be read.
   */
  async #answeredMeanwhile({ idempotency }: Pending): Promise<Outcome | null> {
    if (idempotency === undefined) return null;
    const [found] = await this.#state.options.journal.outcomes([idempotency]).catch(() => []);
    return found === undefined || found.kept === null ? null : repeated(idempotency, found.kept);
  }

  /** Answers a command that was refused alone, and freezes the answer (rule L6) if that is not refused too. */
  async #blame(engine: MarketEngine, pending: Pending): Promise<void> {
    const { command } = pending;
    if (command.type === 'settleOperation') this.#state.refusedOperations.add(command.operationId);
    else {
      const failure = await this.#freezeRefusal(engine, pending);
      if (failure !== null) {
        pending.reject(new UnavailableError('the answer could not be written down', { cause: failure }));
        return this.recover(failure, null);
      }
    }
    this.#state.stats.commands++;
    pending.resolve(refuse('internal'));
    return this.#readAgain();
  }

  /** @returns why it is not known whether the answer is written; null when it is, or can't be */
  async #freezeRefusal(engine: MarketEngine, { idempotency }: Pending): Promise<unknown> {
    if (idempotency === undefined) return null;
    const { options } = this.#state;
    const batch = engine.begin({ at: options.clock.now(), now: options.marketNow() });
    batch.outcome(idempotency, refuse('internal'));
    const failure = await writeBatch(this.#state, batch.build());
    if (!(failure instanceof IntegrityError)) return failure;
    options.onFailure("the answer to a refused command can't be frozen", failure);
    return null;
  }

  /** Reads the state again, at once; whoever waits goes on waiting unless the storage is gone. */
  async #readAgain(): Promise<void> {
    try {
      await this.reload();
    } catch (error) {
      if (!this.#isFinal(error)) await this.recover(error, null);
    }
  }

  async #tryReload(): Promise<void> {
    const state = this.#state;
    try {
      if (state.phase === 'loading' && !state.isStopping) await this.reload();
    } catch (cause) {
      if (!this.#isFinal(cause)) state.options.onFailure('the market could not be loaded', cause);
    }
  }

  /** Ends what is the end of reading again. @returns false when it may succeed the next time */
  #isFinal(error: unknown): boolean {
    if (error instanceof SupersededError) this.#state.supersede(error);
    else if (error instanceof IntegrityError) this.#state.halt(error);
    else return false;
    return true;
  }

  /** A server that stops while its database is gone leaves the rest to the next start. */
  #giveUp(): void {
    if (this.#state.phase === 'loading') this.#state.phase = 'stopped';
    this.#state.waiters.release(true);
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

/** Whether the state that was read contains a batch: whole or not at all, so one account tells. */
function isCommitted({ batch }: BuiltBatch, engine: MarketEngine): boolean {
  const changed = batch.accounts[0] ?? batch.newAccounts[0];
  return changed !== undefined && engine.state.account(changed.id)?.version === changed.version;
}
