import type { Report } from './audit-parts.ts';
import type { SeenBatch, SeenRules } from './observations.ts';

/** What a command has to know of halts when it is answered. */
export interface Standing {
  isHalted: boolean;
  /** How often trading had stopped by then. */
  halts: number;
}

/** Market time, ms. */
export interface SeenHaltedTime {
  since: number;
  until: number | null;
}

/** Nothing but answers that were decided before: what was refused is written down. */
export const isOfAnswers = ({
  accounts,
  newAccounts,
  transfers,
  log,
  settlements,
  fundingRounds,
}: SeenBatch): boolean =>
  [accounts, newAccounts, transfers, log, settlements, fundingRounds].every(({ length }) => length === 0);

/**
 * Follows what operators do: while trading stands still nothing is decided and every command is refused, until it is written
 * that trading goes on (E12).
 */
export class HaltAudit {
  readonly #staleAfterMs: number;
  readonly #report: Report;
  /** `leaving`: the state is read again, and that trading goes on is not written yet. */
  #state: 'trading' | 'halted' | 'leaving' = 'trading';
  #halts = 0;
  /** When the halt that lasts began, and when it was tried last to end it; market time, ms. */
  #since = 0;
  #until = 0;

  constructor({ staleAfterMs }: SeenRules, report: Report) {
    this.#staleAfterMs = staleAfterMs;
    this.#report = report;
  }

  get isTrading(): boolean {
    return this.#state === 'trading';
  }

  /** What comes decides nothing, and never will. */
  get isHalted(): boolean {
    return this.#state === 'halted';
  }

  get isLeaving(): boolean {
    return this.#state === 'leaving';
  }

  get standing(): Standing {
    return { isHalted: !this.isTrading, halts: this.#halts };
  }

  halted(now: number): void {
    // One that was about to end goes on.
    if (this.isTrading) this.#since = now;
    this.#state = 'halted';
    this.#halts++;
  }

  leaving(now: number): void {
    this.#until = now;
    this.#state = 'leaving';
  }

  /** It could not be read, or not be written that trading goes on. */
  stayed(): void {
    this.#state = 'halted';
  }

  /** From here on prices move nothing: a price that comes is no older than the rules let it be. */
  kept(since: number): void {
    if (since > this.#since || since < this.#since - this.#staleAfterMs)
      this.#report('E8', `halted at ${this.#since}, kept is that since ${since}`);
  }

  /** It is written that trading goes on. */
  ended({ since, until }: SeenHaltedTime): void {
    this.kept(since);
    if (until === null || until < this.#until) this.#report('E8', `halted until ${this.#until}, kept is ${until}`);
    if (this.isLeaving) this.#state = 'trading';
  }

  restarted(isHalted: boolean): void {
    this.#state = isHalted ? 'halted' : 'trading';
  }

  decided(batch: SeenBatch): void {
    if (!this.isTrading && !isOfAnswers(batch)) this.#report('E12', 'a halted market decided something');
  }

  /** @param before when the command was asked @param code null: it was accepted */
  answered({ isHalted, halts }: Standing, code: string | null): void {
    const isRefused = code === 'market_halted';
    if (isHalted && !isRefused) this.#report('E12', `a halted market answered ${code ?? 'that it is done'}`);
    if (isRefused && !isHalted && halts === this.#halts)
      this.#report('E12', 'a market that trades answered that it is halted');
  }

  /** @param what it says of itself */
  says(isHalted: boolean): void {
    if (isHalted !== this.isHalted)
      this.#report('E12', `the market says ${isHalted ? 'that it is halted' : 'of no halt'}`);
  }
}
