import { UnavailableError } from '../commands/command.ts';
import type { Clock } from '../lib/clock.ts';
import type { ReplayOwnership } from '../replays/ports.ts';

/** So long a process may take to notice that it has lost a replay before its connection is ended. */
const NOTICED_MS = 10_000;

interface Taken {
  term: bigint;
  stopServing: () => void;
  cancelFence: () => void;
}

export interface TakenReplaysOptions {
  /** None where no other process plays. */
  ownership: ReplayOwnership | undefined;
  clock: Clock;
  onError(error: unknown): void;
}

/** The personal replays that this process has, where several processes play them. */
export class TakenReplays {
  readonly #options: TakenReplaysOptions;
  readonly #taken = new Map<string, Taken>();

  constructor(options: TakenReplaysOptions) {
    this.#options = options;
  }

  /** @throws UnavailableError when another process has taken it just now */
  async take(marketId: string): Promise<void> {
    const { ownership, clock, onError } = this.#options;
    if (ownership === undefined) return;
    const taken = await ownership.take(marketId);
    if (taken === null) throw new UnavailableError(`another process has taken ${marketId}`);
    const { term, heldBy } = taken;
    const fence = (): void => {
      if (heldBy !== null) ownership.fence(marketId, heldBy).catch(onError);
    };
    const cancelFence = heldBy === null ? () => undefined : clock.after(NOTICED_MS, fence);
    this.#taken.set(marketId, { term, cancelFence, stopServing: () => undefined });
  }

  /** Since when it is this process's; undefined when it is not. */
  term(marketId: string): bigint | null | undefined {
    return this.#options.ownership === undefined ? null : this.#taken.get(marketId)?.term;
  }

  /** It is on the desk: others may ask for it here. @returns false when another process has taken it meanwhile */
  async serve(marketId: string): Promise<boolean> {
    const { ownership } = this.#options;
    const taken = this.#taken.get(marketId);
    if (ownership === undefined) return true;
    if (taken === undefined) return false;
    const stop = await ownership.serve(marketId, taken.term);
    taken.stopServing = stop;
    if (this.#taken.get(marketId) === taken) return true;
    stop();
    return false;
  }

  /** Nobody asks for any of them here any more. */
  hush(): void {
    for (const { stopServing } of this.#taken.values()) stopServing();
  }

  /** It is not here any more. @param isLost another process has it: otherwise nobody does. Never rejects. */
  async leave(marketId: string, isLost: boolean): Promise<void> {
    const taken = this.#taken.get(marketId);
    if (taken === undefined) return;
    this.#taken.delete(marketId);
    taken.stopServing();
    taken.cancelFence();
    if (!isLost) await this.#options.ownership?.giveUp(marketId, taken.term).catch(this.#options.onError);
  }

  /** Those that another process has taken since. Never rejects. */
  async lost(): Promise<string[]> {
    const terms = new Map([...this.#taken].map(([marketId, { term }]) => [marketId, term]));
    try {
      return (await this.#options.ownership?.lost(terms)) ?? [];
    } catch (error) {
      this.#options.onError(error);
      return [];
    }
  }
}
