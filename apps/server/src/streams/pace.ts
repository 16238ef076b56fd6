import type { Clock } from '../lib/clock.ts';

/** What comes within this time of the first news goes into one frame: a market says the prices of its pairs together. */
const GATHER_MS = 20;
/** At most four frames a second for each channel. */
const REST_MS = 250;

/** When gathered prices are sent: soon after the first of them, and never sooner than a rest after what was sent before. */
export class Pace {
  readonly #clock: Clock;
  readonly #send: () => boolean;
  #state: 'idle' | 'gathering' | 'resting' | 'stopped' = 'idle';
  /** There was news during the rest. */
  #late = false;
  #stopTimer = (): void => undefined;

  /** @param send sends what has gathered; returns whether there was anything */
  constructor(clock: Clock, send: () => boolean) {
    this.#clock = clock;
    this.#send = send;
  }

  /** There is something to send. */
  news(): void {
    if (this.#state === 'resting') this.#late = true;
    if (this.#state !== 'idle') return;
    this.#state = 'gathering';
    this.#stopTimer = this.#clock.after(GATHER_MS, () => this.#flush());
  }

  /** Looks for what is due without news: clients that wait for a snapshot, the heartbeat of a silent market. */
  look(): void {
    if (this.#state === 'idle') this.#flush();
  }

  stop(): void {
    this.#state = 'stopped';
    this.#stopTimer();
  }

  #flush(): void {
    this.#state = this.#send() ? 'resting' : 'idle';
    if (this.#state === 'resting') this.#stopTimer = this.#clock.after(REST_MS, () => this.#wake());
  }

  #wake(): void {
    this.#state = 'idle';
    if (!this.#late) return;
    this.#late = false;
    this.#flush();
  }
}
