import { UnavailableError, type Idempotency, type Outcome } from '../commands/command.ts';
import type { Journal } from '../commands/batch.ts';
import { refuse } from '../commands/decision.ts';
import type { QueuedCommand } from '../commands/decide.ts';

/** A command that waits for its answer. */
export interface Pending {
  command: QueuedCommand;
  idempotency: Idempotency | undefined;
  resolve(outcome: Outcome): void;
  reject(error: Error): void;
}

/** More waiting commands than this are refused, so that a stuck database can't fill the memory. */
const MAX_WAITING = 20_000;

const scopeOf = ({ userId, operation, key }: Idempotency): string => `${userId}:${operation}:${key}`;

/**
 * Commands in the order in which they will be decided. One with an idempotency key is first looked
 * up: a key that is in flight shares that answer, one that was answered earlier gets the frozen
 * outcome, and neither is decided again (rule L6).
 */
export class CommandQueue {
  readonly #journal: Journal;
  /** Called when there may be something to take, or nothing any more. */
  readonly #onReady: () => void;
  readonly #ready: Pending[] = [];
  readonly #inFlight = new Map<string, { bodyHash: string; outcome: Promise<Outcome> }>();
  #unchecked: Pending[] = [];
  #looking = false;
  /** Looked-up answers of an earlier epoch are of no use: see {@link rejectAll}. */
  #epoch = 0;

  constructor(journal: Journal, onReady: () => void) {
    this.#journal = journal;
    this.#onReady = onReady;
  }

  /** Commands that were accepted and not yet taken. */
  get waiting(): number {
    return this.#ready.length + this.#unchecked.length;
  }

  /** Nothing is waiting, being looked up or unanswered under a key. */
  get idle(): boolean {
    return this.waiting === 0 && !this.#looking && this.#inFlight.size === 0;
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
    const { bodyHash } = idempotency;
    const same = this.#inFlight.get(scope);
    if (same !== undefined) {
      return same.bodyHash === bodyHash ? same.outcome : Promise.resolve(refuse('idempotency_conflict'));
    }
    const outcome = new Promise<Outcome>((resolve, reject) => {
      const settled = (): void => {
        this.#inFlight.delete(scope);
      };
      this.#unchecked.push({
        command,
        idempotency,
        resolve(answer) {
          settled();
          resolve(answer);
        },
        reject(error) {
          settled();
          reject(error);
        },
      });
    });
    this.#inFlight.set(scope, { bodyHash, outcome });
    this.#lookUp();
    return outcome;
  }

  /** Takes up to `limit` commands, the oldest first. */
  take(limit: number): Pending[] {
    return this.#ready.splice(0, limit);
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

  #lookUp(): void {
    if (this.#looking || this.#unchecked.length === 0) return;
    this.#looking = true;
    void this.#lookUpAll().then(() => {
      this.#looking = false;
      this.#lookUp();
      this.#onReady();
    });
  }

  /** Never rejects. */
  async #lookUpAll(): Promise<void> {
    const epoch = this.#epoch;
    const asked = this.#unchecked.splice(0);
    const keys = asked.flatMap(({ idempotency }) => (idempotency === undefined ? [] : [idempotency]));
    try {
      const known = await this.#journal.outcomes(keys);
      if (epoch !== this.#epoch) throw new UnavailableError('the market was loaded again meanwhile');
      asked.forEach((pending, n) => {
        const earlier = known[n];
        if (earlier === undefined || earlier === null) this.#ready.push(pending);
        else if (earlier.bodyHash === pending.idempotency?.bodyHash) pending.resolve(earlier.outcome);
        else pending.resolve(refuse('idempotency_conflict'));
      });
    } catch (cause) {
      const error = new UnavailableError('earlier answers could not be looked up', { cause });
      for (const pending of asked) pending.reject(error);
    }
  }
}
