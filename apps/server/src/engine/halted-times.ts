import type { HaltedTime } from '../commands/batch.ts';

/** When a market was halted, by its own clock: the prices of then have moved nothing, and a restart must not make them (rule E8). */
export class HaltedTimes {
  #past: HaltedTime[] = [];
  #since: number | null = null;

  /** Takes what is stored: of at most one the end is not known. */
  load(times: readonly HaltedTime[]): void {
    this.#past = times.filter(({ until }) => until !== null);
    this.#since = times.find(({ until }) => until === null)?.since ?? null;
  }

  /** Since when it is halted, ms; null while it is not. */
  get since(): number | null {
    return this.#since;
  }

  /** @param since ms: no price that comes from now on is dated earlier @returns it */
  begin(since: number): number {
    this.#since = since;
    return since;
  }

  end(time: HaltedTime): void {
    this.#past.push(time);
    this.#since = null;
  }

  /** How much of a time may be of halts. @param from ms; `to` is not part of it */
  share(from: number, to: number): 'all' | 'some' | 'none' {
    const present: HaltedTime[] = this.#since === null ? [] : [{ since: this.#since, until: null }];
    let found: 'some' | 'none' = 'none';
    for (const { since, until } of [...this.#past, ...present]) {
      const last = until ?? Number.POSITIVE_INFINITY;
      if (since <= from && to <= last) return 'all';
      if (since < to && from <= last) found = 'some';
    }
    return found;
  }
}
