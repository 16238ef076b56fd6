import {
  IntegrityError,
  type AccountView,
  type Halt,
  type MarketSnapshot,
  type PriceRecord,
  SupersededError,
} from '../commands/batch.ts';
import { lastFill } from '../commands/close-position.ts';
import { UnavailableError, type Command, type Idempotency, type Outcome } from '../commands/command.ts';
import { accept, refuse } from '../commands/decision.ts';
import { decideWork, writeBatch, type Decided } from './batch-step.ts';
import type { HaltedTimes } from './halted-times.ts';
import { newestTime } from './market-clock.ts';
import { MarketEngine } from './market-engine.ts';
import { Recovery } from './recovery.ts';
import { nameOf } from './refusal.ts';
import { RunnerState, type RunnerOptions, type RunnerPhase, type RunnerStats } from './runner-state.ts';
import { TickBacklog } from './tick-backlog.ts';
import type { Work } from './work-list.ts';

/** How often a market looks at its clock while an order may expire, real time: prices say so too, but may not come. */
const EXPIRY_BEAT_MS = 1_000;
/** After a batch of fewer commands nobody is waited for: hardly anybody is there. */
const CROWD = 4;
/** With so many waiting a batch is cheap for each of them. */
const FULL = 64;

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
  readonly #state: RunnerState;
  readonly #recovery: Recovery;
  readonly #ticks = new TickBacklog();
  /** The lock may be lost, and nobody would notice before something is written. */
  #mayBeLost = false;
  /** Commands in the batch before. */
  #answered = 0;
  /** The run of batches under way. */
  #run: Promise<void> | null = null;
  /** Ends the wait for the next look at the clock; null when nothing can expire. */
  #stopWaiting: (() => void) | null = null;

  constructor(options: RunnerOptions) {
    this.#state = new RunnerState(options, () => this.#wake());
    this.#recovery = new Recovery(this.#state);
  }

  get stats(): RunnerStats {
    return this.#state.stats;
  }

  /** How many people have an account in the market. */
  get members(): number {
    return this.#state.engine?.state.members ?? 0;
  }

  get phase(): RunnerPhase {
    return this.#state.phase;
  }

  /** null unless the market is halted. */
  get halted(): Halt | null {
    return this.#state.halted;
  }

  /** Commands and firings that wait. */
  get backlog(): number {
    return this.#state.queue.waiting + this.#state.list.firings;
  }

  /** Committed state of an account; null unless the market runs, has its lock and is not writing a change of the account. */
  account(accountId: bigint): AccountView | null {
    const { phase, engine, options } = this.#state;
    return phase === 'running' && options.journal.isHeld ? (engine?.state.committed(accountId) ?? null) : null;
  }

  /** Reads the market from the journal. @returns where it ends, and what is open. Rejects when it can't be read. */
  async start(): Promise<
    Pick<MarketSnapshot, 'lastSeq' | 'lastRecordTime' | 'positions' | 'orders' | 'fundingRounds'> & {
      lastTime: number | null;
    }
  > {
    const { journal, ids, keys } = this.#state.options;
    const snapshot = await journal.load();
    keys?.newest?.forget();
    await ids.renew();
    this.#state.engine = this.#engineOf(snapshot);
    this.#state.haltedTimes.load(snapshot.haltedTimes);
    this.#state.list.fire(this.#state.engine?.bar(snapshot.barred) ?? []);
    this.#state.goOn(snapshot.halt);
    this.#watchExpiries();
    return { ...snapshot, lastTime: newestTime(snapshot) };
  }

  /** One that is halted because its state contradicts itself is there all the same, to be read. */
  #engineOf(snapshot: MarketSnapshot): MarketEngine | null {
    const { options } = this.#state;
    try {
      return new MarketEngine(snapshot, options);
    } catch (error) {
      if (snapshot.halt === null) throw error;
      options.onFailure('the stored state of the market contradicts itself', error);
      return null;
    }
  }

  /**
   * The market's clock has gone on: what was due before this process, as funding, waits for no price. A halt that somebody
   * has ended while nobody had the market has lasted until now. Rejects when that can't be written.
   */
  async begin(): Promise<void> {
    await this.#state.endHaltOfBefore();
    this.#wake();
  }

  get haltedTimes(): Pick<HaltedTimes, 'share'> {
    return this.#state.haltedTimes;
  }

  /** More is known of the prices before this process. */
  recall(): void {
    this.#state.engine?.recall();
  }

  /** So many prices wait to be compared with the triggers that no more may be taken. */
  get isFull(): boolean {
    return this.#ticks.isFull && this.#state.phase !== 'halted';
  }

  /** Of the pairs in which positions are open the newest price that one of them was filled at. */
  newestFills(): Map<string, PriceRecord> {
    const newest = new Map<string, PriceRecord>();
    for (const position of this.#state.engine?.state.positions.values() ?? []) {
      const fill = lastFill(position);
      const known = newest.get(position.symbol);
      if (known === undefined || fill.time > known.time) newest.set(position.symbol, fill);
    }
    return newest;
  }

  /** Takes a valid price. Ticks of a symbol come in ascending seq. */
  tick(record: PriceRecord): void {
    if (this.#state.phase === 'halted' || this.#state.phase === 'stopped' || this.#state.hasEnded) return;
    this.#ticks.push(record);
    this.#wake();
  }

  /** Decides a command and answers after its batch is committed. Rejects with `UnavailableError`. */
  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    const { phase, isStopping, refusedOperations, queue } = this.#state;
    if (phase === 'halted') return Promise.resolve(refuse('market_halted'));
    if (phase !== 'running' || isStopping) {
      return Promise.reject(new UnavailableError(`the market is ${isStopping ? 'stopping' : phase}`));
    }
    if (command.type === 'settleOperation') {
      if (!isOwnKey(command.operationId, idempotency)) {
        return Promise.reject(new TypeError('an operation is settled under its own id'));
      }
      if (refusedOperations.has(command.operationId)) return Promise.resolve(refuse('internal'));
    }
    return command.type === 'endMarket' ? this.#end() : queue.submit(command, idempotency);
  }

  /** Stops trading because a check failed, until {@link resume}. What waits is refused; what fired stays fired. */
  halt(error: unknown): void {
    this.#state.halt(error);
  }

  /** Stops because somebody else had the market in between. */
  supersede(error: SupersededError): void {
    this.#state.supersede(error);
  }

  /** Reads the market again if its lock was lost with its connection: until then others may take it. */
  regain(): void {
    this.#mayBeLost = true;
    this.#wake();
  }

  /**
   * Goes on after a halt with the state as it is stored, and with what had fired before: here, and at the next start.
   * @returns false when the market is not halted. Rejects when its state can't be read, that it goes on can't be written,
   * or what had fired is refused again: then it stays halted.
   */
  async resume(): Promise<boolean> {
    await this.#run;
    if (this.#state.phase !== 'halted' || this.#state.isStopping) return false;
    const standAgain = this.#state.leaveHalt();
    const waiting = this.#ticks.size;
    this.#state.options.onResuming();
    try {
      await this.#recovery.resume();
    } catch (error) {
      standAgain();
      // What is kept of the halt is found by whoever starts the market anew.
      if (error instanceof SupersededError) this.#state.supersede(error);
      throw error;
    } finally {
      // What came since is of a halt that lasts: whenever it ends, these would be prices of long ago, and not the newest.
      if (this.phase === 'halted') this.#ticks.cutTo(waiting);
    }
    if (this.phase !== 'running') return false;
    this.#state.refusedOperations.clear();
    await this.#until(() => this.#state.list.firings === 0);
    if (this.halted !== null) throw new Error(this.halted.reason);
    return true;
  }

  /** Resolves when all that the ticks so far have fired is committed, or when the market no longer runs. */
  idle(): Promise<void> {
    return this.#state.phase === 'running' ? this.#until(() => this.#state.isIdle) : Promise.resolve();
  }

  /** Accepts nothing more, carries out what waits and resolves when nothing is left (rule S10). */
  async stop(): Promise<void> {
    const { phase, queue, list } = this.#state;
    this.#state.isStopping = true;
    if (phase === 'running') await this.#until(() => queue.idle && list.firings === 0);
    this.#stopWaiting?.();
    this.#state.stopKeeping();
    queue.rejectAll(new UnavailableError('the market has stopped'));
    if (this.#state.phase !== 'halted') this.#state.phase = 'stopped';
  }

  /** Closes and cancels everything; resolves when that is committed. */
  async #end(): Promise<Outcome> {
    if (!this.#state.hasEnded) {
      await this.#until(() => true);
      // Somebody has halted it meanwhile: prices wait that may have crossed something before the end.
      if (this.#state.phase === 'halted') return refuse('market_halted');
      this.#state.hasEnded = true;
      this.#state.list.fire(this.#state.engine?.end() ?? []);
    }
    await this.#until(() => this.#state.list.firings === 0);
    if (this.#state.phase === 'halted') return refuse('market_halted');
    if (this.#state.phase !== 'running') throw new UnavailableError('the market stopped before it had ended');
    return accept({ type: 'done' });
  }

  /**
   * Closes and cancels everything in a pair that the venue has taken off its list; resolves when that is committed.
   * Said again, it does the same with what has come since. Rejects with `UnavailableError` when it has to be said again.
   */
  async endPair(symbol: string): Promise<void> {
    if (this.#state.phase === 'running') await this.#until(() => true);
    if (this.#state.hasEnded) return;
    if (this.#state.phase === 'running') {
      this.#state.list.fire(this.#state.engine?.endPair(symbol) ?? []);
      await this.#until(() => this.#state.list.firings === 0);
    }
    if (this.#state.phase !== 'running') throw new UnavailableError(`${symbol} could not be ended`);
  }

  /** Resolves between two batches, ticks evaluated, as soon as `isOver`; or when the market no longer runs. */
  #until(isOver: () => boolean): Promise<void> {
    const over = this.#state.waiters.until(isOver);
    this.#wake();
    return over;
  }

  #wake(): void {
    if (this.#run !== null || this.#state.phase !== 'running') return;
    // Not at once: what arrived together, on many connections, then goes into one batch.
    this.#run = new Promise((resolve) => this.#state.options.clock.soon(() => void this.#work().then(resolve)));
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    const { queue, list, waiters, options } = this.#state;
    try {
      for (;;) {
        await this.#gather();
        await queue.lookUp();
        await this.#regainIfLost();
        await this.#getIds();
        this.#haltIfWrong();
        const { phase, engine } = this.#state;
        if (phase !== 'running' || engine === null) break;
        if (!list.isClosing) {
          this.#evaluateTicks(engine);
          list.fire(engine.expire(options.marketNow()));
          list.fire(engine.endAttempts(options.marketNow()));
        }
        // The end must not find what is decided and not written.
        if (waiters.release(false)) continue;
        // What the ticks have fired since may take more of them, and other markets may have taken some.
        if (list.firings === 0 && !list.isClosing) list.fire(engine.sweep());
        if (this.#state.idsWanted > options.ids.atHand) continue;
        if (list.hasWork) await this.#runBatch(engine, list.next());
        else if (engine.isSweeping) await new Promise<void>((resolve) => options.clock.soon(resolve));
        else if (queue.waiting === 0) break;
      }
    } catch (error) {
      this.halt(error);
    } finally {
      this.#run = null;
      this.#watchExpiries();
    }
  }

  /**
   * Waits a moment for those who were answered just now, if a crowd was: what they ask next is on its way through other
   * processes and would miss this batch, and a batch costs the same with a few commands as with many.
   */
  async #gather(): Promise<void> {
    const { queue, list, isStopping, options } = this.#state;
    const { gatherMs = 0, clock } = options;
    if (gatherMs === 0 || isStopping || list.firings > 0 || this.#answered < CROWD) return;
    if (queue.waiting === 0 || queue.waiting >= FULL) return;
    await new Promise<void>((resolve) => clock.after(gatherMs, resolve));
  }

  /** Looks at the clock again in a while, if an order may be over by then. */
  #watchExpiries(): void {
    const { phase, engine, options, isStopping } = this.#state;
    if (this.#stopWaiting !== null || phase !== 'running' || isStopping || engine?.mayExpire !== true) return;
    this.#stopWaiting = options.clock.after(EXPIRY_BEAT_MS, () => {
      this.#stopWaiting = null;
      this.#wake();
    });
  }

  /** Without the storage there are no ids to decide with: then it is the storage that everybody waits for. Never rejects. */
  async #getIds(): Promise<void> {
    const { phase, list, options } = this.#state;
    if (phase !== 'running' || !list.hasWork) return;
    try {
      await options.ids.ready(this.#state.idsWanted);
    } catch (error) {
      await this.#recovery.recover(error, null);
    }
  }

  async #regainIfLost(): Promise<void> {
    const { phase, options } = this.#state;
    const isLost = this.#mayBeLost && phase === 'running' && !options.journal.isHeld;
    this.#mayBeLost = false;
    if (isLost) await this.#recovery.recover(new Error('the lock of the market was lost with its connection'), null);
  }

  #evaluateTicks(engine: MarketEngine): void {
    for (const record of this.#ticks.take()) this.#state.list.met(record, engine.tick(record));
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
    let decided: Decided;
    try {
      decided = decideWork(this.#state, engine, work);
    } catch (error) {
      return this.#recovery.refused(engine, work, null, error);
    }
    const { answers, built } = decided;
    const failure = await writeBatch(this.#state, built);
    if (failure instanceof IntegrityError) return this.#recovery.refused(engine, work, built, failure);
    if (failure !== null) {
      const unknown = new UnavailableError('it is not known whether the command was carried out', { cause: failure });
      for (const pending of commands) pending.reject(unknown);
      this.#state.list.putBack(firings);
      return this.#recovery.recover(failure, built);
    }
    engine.state.commit();
    this.#state.list.catchUp(engine, built?.batch.openedPositions ?? []);
    commands.forEach((pending, n) => pending.resolve(answers[n] ?? refuse('internal')));
    this.#answered = commands.length;
    this.stats.commands += commands.length;
    this.stats.firings += firings.length;
    if (built !== null) this.#state.publish(built);
  }

  /** Halts because of a firing that was refused alone, when all the others have been carried out. */
  #haltIfWrong(): void {
    const wrong = this.#state.list.verdict();
    if (wrong === null) return;
    const message = wrong.error instanceof Error ? wrong.error.message : String(wrong.error);
    this.halt(new Error(`${nameOf(wrong.firing)} was refused: ${message}`, { cause: wrong.error }));
  }
}

const isOwnKey = (operationId: bigint, idempotency: Idempotency | undefined): boolean =>
  idempotency?.action === 'settleOperation' && idempotency.key === operationId.toString();
