import type { SessionState, TickersData } from '@plecho/contract';
import { Emitter } from '@/lib/emitter.ts';

export interface MarketState {
  label: string;
  status: TickersData['status'];
  halted: boolean;
  /** Of a personal replay. */
  session: SessionState | null;
}

/** Market seconds in a second. */
const paceOf = (session: SessionState | null): number =>
  session === null ? 1 : session.state === 'playing' ? session.speed : 0;

/** The playhead of one that plays is in every frame another, and the clock tells it. */
function isSameSession(a: SessionState | null, b: SessionState | null): boolean {
  if (a === null || b === null) return a === b;
  const isSamePlace = a.playhead === b.playhead || a.state === 'playing';
  return a.state === b.state && a.speed === b.speed && a.end === b.end && isSamePlace;
}

/** The market's clock and condition, as the newest frame told them. */
export class MarketStateStore {
  #state: MarketState | null = null;
  #told: { now: number; at: number } | null = null;
  readonly #changes = new Emitter();
  readonly #wallClock: () => number;

  constructor(wallClock: () => number = Date.now) {
    this.#wallClock = wallClock;
  }

  readonly get = (): MarketState | null => this.#state;
  readonly listen = this.#changes.listen;

  /** Milliseconds by the market's clock; without news it goes on at the pace of the wall clock, or of the replay. */
  readonly now = (): number | null => this.#nowAt(paceOf(this.#state?.session ?? null));

  /**
   * The time by which prices grow old, milliseconds. Without news it never goes faster than the wall clock: minutes of a fast
   * replay pass between two frames, and its newest price is no staler for it.
   */
  readonly priceNow = (): number | null => this.#nowAt(Math.min(1, paceOf(this.#state?.session ?? null)));

  #nowAt(pace: number): number | null {
    if (this.#told === null) return null;
    return this.#told.now + Math.max(0, this.#wallClock() - this.#told.at) * pace;
  }

  told(data: TickersData): void {
    const { label, status, halted } = data;
    const session = data.session ?? null;
    this.clock(data.now);
    const before = this.#state;
    const isSame = before?.label === label && before.status === status && before.halted === halted;
    if (isSame && isSameSession(before.session, session)) return;
    this.#state = { label, status, halted, session };
    this.#changes.emit();
  }

  clock(now: number): void {
    this.#told = { now, at: this.#wallClock() };
  }
}
