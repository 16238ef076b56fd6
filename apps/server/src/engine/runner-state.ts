import type { Halt, Journal, SupersededError } from '../commands/batch.ts';
import type { BuiltBatch } from '../commands/batch-builder.ts';
import { UnavailableError } from '../commands/command.ts';
import { refuse } from '../commands/decision.ts';
import type { Clock } from '../lib/clock.ts';
import { accountEvents } from './account-events.ts';
import { CommandQueue } from './command-queue.ts';
import type { AccountEvent } from './events.ts';
import { HaltKeeper } from './halt-keeper.ts';
import { HaltedTimes } from './halted-times.ts';
import type { MarketLog } from './log/market-log.ts';
import type { EngineOptions, MarketEngine } from './market-engine.ts';
import { KeyRegister } from './key-register.ts';
import { Waiters } from './waiters.ts';
import { WorkList } from './work-list.ts';

export interface RunnerOptions extends EngineOptions {
  journal: Journal;
  clock: Clock;
  /** The market's own clock, ms. */
  marketNow(): number;
  /** How long a crowd that was just answered is waited for before the next batch, ms; none by default. */
  gatherMs?: number;
  /** That of the process; one of the market's own by default. */
  keys?: KeyRegister;
  /**
   * Where prices are logged: what a batch has used is told to it, after a failure it finds out how it stands, and what
   * comes during a halt has frames of its own.
   */
  log?: Pick<MarketLog, 'closeFrame' | 'goOn' | 'used'>;
  /** Told about every account that a committed batch changed. Must not throw. */
  publish(event: AccountEvent): void;
  /** Told that a halt is about to end: the prices that come from now on are compared with the triggers. Must not throw. */
  onResuming(): void;
  /** Told that somebody else had the market in between: it is stopped here, and has to be started anew. Must not throw. */
  onSuperseded(): void;
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

export interface RunnerStats {
  batches: number;
  commands: number;
  firings: number;
  /** Batches that are not known to be committed. */
  failures: number;
}

/** Where a market stands, what it decides with and what waits: shared by the parts of its runner. */
export class RunnerState {
  readonly options: RunnerOptions;
  readonly stats: RunnerStats = { batches: 0, commands: 0, firings: 0, failures: 0 };
  readonly queue: CommandQueue;
  readonly list: WorkList;
  readonly waiters = new Waiters();
  /** Operations whose settlement was refused: not frozen, and not tried again before a restart or a resumption. */
  readonly refusedOperations = new Set<bigint>();
  readonly haltedTimes = new HaltedTimes();
  phase: RunnerPhase = 'loading';
  /** null until the market was read for the first time. */
  engine: MarketEngine | null = null;
  /** Nothing more is accepted. */
  isStopping = false;
  /** Everything is closed, or about to be. */
  hasEnded = false;
  #halt: Halt | null = null;
  readonly #keeper: HaltKeeper;

  /** @param onReady called when a command has come */
  constructor(options: RunnerOptions, onReady: () => void) {
    this.options = options;
    this.queue = new CommandQueue(options.journal, options.keys ?? new KeyRegister(), onReady);
    this.list = new WorkList(this.queue);
    this.#keeper = new HaltKeeper(options);
  }

  /** null unless the market is halted. */
  get halted(): Halt | null {
    return this.phase === 'halted' ? this.#halt : null;
  }

  /** How many ids the next batch takes at most. */
  get idsWanted(): number {
    return this.list.idsWanted(this.engine?.state.rounds.most ?? 0);
  }

  /** All that the ticks have fired is carried out, and nobody owes funding. */
  get isIdle(): boolean {
    return this.list.firings === 0 && this.engine?.isSweeping !== true;
  }

  /** Stops trading because a check failed. What waits is refused; what fired stays fired. */
  halt(error: unknown): void {
    if (this.phase === 'halted' || this.phase === 'stopped') return;
    const halt = { at: this.options.clock.now(), reason: error instanceof Error ? error.message : String(error) };
    const since = this.#stand(halt, 'trading is halted', error);
    void this.#keeper.keep(halt, since);
  }

  /** Stops, and leaves everything as it is: what is open is whoever's who starts the market anew. */
  supersede(error: SupersededError): void {
    if (this.phase === 'stopped') return;
    this.phase = 'stopped';
    this.options.onFailure('another process had the market in between: it has to be started anew', error);
    this.queue.rejectAll(new UnavailableError('the market is started anew', { cause: error }));
    this.waiters.release(true);
    this.options.onSuperseded();
  }

  /** Goes on, or stands as whoever had the market before has halted it. */
  goOn(halt: Halt | null): void {
    if (halt === null) {
      if (this.phase === 'loading') this.phase = 'running';
    } else if (this.phase !== 'halted' && this.phase !== 'stopped') {
      this.#stand(halt, 'trading was halted before, and nobody has let it go on', halt.reason);
    }
  }

  /** Begins to read the state again because somebody lets the market go on. @returns what puts it back where it stood */
  leaveHalt(): () => void {
    const halt = this.#halt;
    this.#keeper.stop();
    this.phase = 'loading';
    // The prices of the halt were compared with nothing: between two fills of a proof they would speak against an honest one.
    this.options.log?.closeFrame();
    return () => {
      if (this.phase !== 'loading' || halt === null) return;
      this.phase = 'halted';
      void this.#keeper.keep(halt, this.#haltedSince());
    };
  }

  /** The process ends: what could not be written by now is not. */
  stopKeeping(): void {
    this.#keeper.stop();
  }

  /** The halt that lasts, if what comes from now on is compared with the triggers; market time, ms. */
  haltUntilNow(): { since: number; until: number } {
    return { since: this.#haltedSince(), until: Math.max(this.options.marketNow(), ...this.#newestTimes()) };
  }

  /** One that somebody has ended while nobody had the market has lasted until now. Rejects when that can't be written. */
  async endHaltOfBefore(): Promise<void> {
    if (this.haltedTimes.since === null || this.phase !== 'running') return;
    const time = this.haltUntilNow();
    this.haltedTimes.end(time);
    await this.options.journal.endHalt(time);
  }

  #haltedSince(): number {
    const { haltedTimes, options } = this;
    return haltedTimes.since ?? haltedTimes.begin(Math.min(options.marketNow(), ...this.#newestTimes()));
  }

  /** When the newest prices of the pairs in which something is open were, market time, ms: later ones are dated no earlier. */
  #newestTimes(): number[] {
    const { prices, rules, marketNow } = this.options;
    const oldest = marketNow() - rules.staleAfterMs;
    const { positions, orders } = this.engine?.state ?? {};
    const symbols = new Set([...(positions?.values() ?? []), ...(orders?.values() ?? [])].map(({ symbol }) => symbol));
    return [...symbols].map((symbol) => Math.max(prices.lastRecord(symbol)?.time ?? oldest, oldest));
  }

  /** @returns since when it is halted, market time, ms */
  #stand(halt: Halt, message: string, error: unknown): number {
    const since = this.#haltedSince();
    this.phase = 'halted';
    this.#halt = halt;
    this.list.pardon();
    this.options.path.interrupt();
    this.options.log?.closeFrame();
    this.options.onFailure(message, error);
    this.queue.resolveAll(refuse('market_halted'));
    this.waiters.release(true);
    return since;
  }

  /** Tells of everything that a committed batch used and changed. */
  publish(built: BuiltBatch): void {
    if (built.batch.priceRecords.length > 0) this.options.log?.used();
    for (const event of accountEvents(built)) this.options.publish(event);
  }
}
