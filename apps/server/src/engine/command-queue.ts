import { UnavailableError, type Idempotency, type KeptOutcome, type Outcome } from '../commands/command.ts';
import type { Journal } from '../commands/batch.ts';
import { refuse } from '../commands/decision.ts';
import type { QueuedCommand } from '../commands/decide.ts';
import { isRepeated, repeated, scopeOf } from '../lib/once.ts';
import type { InFlight, KeyRegister } from './key-register.ts';

/** A command that waits for its answer. */
export interface Pending {
  command: QueuedCommand;
  idempotency: Idempotency | undefined;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

interface Unchecked extends Pending {
  idempotency: Idempotency;
  /** null for a rival: another body is in flight under the key, and came first unless this one was answered earlier. */
  inFlight: InFlight | null;
}

/** More waiting commands than this are refused, so that a stuck database can't fill the memory. */
const MAX_WAITING = 20_000;

/**
 * Commands in the order in which they will be decided. One with an idempotency key is first looked
 * up: a key that is in flight shares that answer, one that was answered earlier gets the frozen
 * outcome, and neither is decided again (rule L6). What is known to be new is asked of nobody.
 */
export class CommandQueue {
  readonly #journal: Journal;
  readonly #keys: KeyRegister;
  /** Called when there is something to look up or to take. */
  readonly #onReady: () => void;
  readonly #ready: Pending[] = [];
  /** Keys in flight of its own. */
  #unanswered = 0;
  #unchecked: Unchecked[] = [];
  /** Looked-up answers of an earlier epoch are of no use: see {@link rejectAll}. */
  #epoch = 0;

  constructor(journal: Journal, keys: KeyRegister, onReady: () => void) {
    this.#journal = journal;
    this.#keys = keys;
    this.#onReady = onReady;
  }

  /** Commands that were accepted and not yet taken. */
  get waiting(): number {
    return this.#ready.length + this.#unchecked.length;
  }

  /** Nothing is waiting or unanswered under a key. */
  get idle(): boolean {
    return this.waiting === 0 && this.#unanswered === 0;
  }

  submit(command: QueuedCommand, idempotency: Idempotency | undefined): Promise<Outcome> {
    if (this.waiting >= MAX_WAITING) return Promise.reject(new UnavailableError('too many commands are waiting'));
    if (idempotency === undefined) {
      return new Promise((resolve, reject) => {
        this.#ready.push({ command, idempotency, resolve, reject });
        this.#onReady();
      });
    }
    const scope = scopeOf(idempotency);
    const { inFlight: underWay, newest } = this.#keys;
    const first = underWay.get(scope);
    if (first !== undefined) {
      if (isRepeated(idempotency, first)) return first.outcome;
      if (first.isNew) return Promise.resolve(refuse('idempotency_conflict'));
      // Which of the two comes first is not known yet: this one may be a repetition of what was answered long ago.
      return new Promise((resolve, reject) => {
        this.#unchecked.push({ command, idempotency, inFlight: null, resolve, reject });
        this.#onReady();
      });
    }
    const { promise: outcome, resolve, reject } = Promise.withResolvers<Outcome>();
    const isNew = newest?.isNew(idempotency) === true;
    const inFlight: InFlight = { bodyHash: idempotency.bodyHash, outcome, isNew };
    underWay.set(scope, inFlight);
    this.#unanswered++;
    const answered = (): void => {
      if (underWay.get(scope) !== inFlight) return;
      underWay.delete(scope);
      this.#unanswered--;
      // What was known when it came may have been forgotten since.
      newest?.heard(idempotency);
    };
    const pending: Unchecked = {
      command,
      idempotency,
      inFlight,
      resolve: (answer) => {
        answered();
        resolve(answer);
      },
      reject: (error) => {
        answered();
        reject(error);
      },
    };
    if (isNew) this.#ready.push(pending);
    else this.#unchecked.push(pending);
    this.#onReady();
    return outcome;
  }

  /** Those that {@link take} would give. */
  peek(limit: number): readonly Pending[] {
    return this.#ready.slice(0, limit);
  }

  /** Takes up to `limit` commands, the oldest first. */
  take(limit: number): Pending[] {
    return this.#ready.splice(0, limit);
  }

  /** Commands that were taken and not answered come first again. */
  putBack(commands: Pending[]): void {
    this.#ready.unshift(...commands);
  }

  get readyCount(): number {
    return this.#ready.length;
  }

  /** Answers everything that waits with an error; what is being looked up meanwhile goes the same way. */
  rejectAll(error: Error): void {
    this.#epoch++;
    for (const pending of [...this.#ready.splice(0), ...this.#unchecked.splice(0)]) pending.reject(error);
  }

  /** The same with an outcome that is not frozen. */
  resolveAll(outcome: Outcome): void {
    this.#epoch++;
    for (const pending of [...this.#ready.splice(0), ...this.#unchecked.splice(0)]) pending.resolve(outcome);
  }

  /**
   * Looks up every key that has gathered, all in one go, and makes the new ones ready. Never rejects.
   * The runner asks for it between two batches: a look-up for each arrival would split the batches.
   */
  async lookUp(): Promise<void> {
    if (this.#unchecked.length === 0) return;
    const epoch = this.#epoch;
    const asked = this.#unchecked.splice(0);
    try {
      const known = await this.#journal.outcomes(asked.map(({ idempotency }) => idempotency));
      if (epoch !== this.#epoch) throw new UnavailableError('the market was loaded again meanwhile');
      asked.forEach((pending, n) => {
        const { kept = null, newest = null } = known[n] ?? {};
        this.#keys.newest?.lookedUp(pending.idempotency, newest);
        this.#sort(pending, kept);
      });
    } catch (cause) {
      const error = new UnavailableError('earlier answers could not be looked up', { cause });
      for (const pending of asked) pending.reject(error);
    }
  }

  #sort(pending: Unchecked, earlier: KeptOutcome | null): void {
    const { idempotency, inFlight } = pending;
    if (earlier !== null) {
      pending.resolve(repeated(idempotency, earlier));
    } else if (inFlight === null) {
      pending.resolve(refuse('idempotency_conflict'));
    } else {
      inFlight.isNew = true;
      this.#ready.push(pending);
    }
  }
}
