import type { Channel, ServerMessage } from '@plecho/contract';

/** A message of a channel. */
export type Frame = Extract<
  ServerMessage,
  { type: 'tickers' | 'candles' | 'account' | 'payments' | 'alerts' | 'drill' }
>;

export interface ChannelHandler {
  /** In order and without a gap: a snapshot first, then every update after it; at any time a new snapshot. */
  onFrame(frame: Frame): void;
  /** The server refused the subscription; `code` is from the catalogue of errors. */
  onRefused?(code: string): void;
}

export type Verdict = 'deliver' | 'ignore' | 'gap';

/** One channel of the stream and what is known of its sequence. */
export class Subscription {
  readonly channel: Channel;
  readonly handlers = new Set<ChannelHandler>();
  /** Number of the last delivered frame; null while a snapshot is awaited. */
  #seq: number | null = null;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  get seq(): number | null {
    return this.#seq;
  }

  /** From now on only a snapshot counts: what comes before it belongs to a state that is no longer known. */
  awaitSnapshot(): void {
    this.#seq = null;
  }

  /** What to do with a frame. A snapshot replaces everything, also one with a smaller number (a restarted server). */
  judge(frame: Frame): Verdict {
    if (frame.kind === 'snapshot') {
      this.#seq = frame.seq;
      return 'deliver';
    }
    if (this.#seq === null || frame.seq <= this.#seq) return 'ignore';
    if (frame.seq !== this.#seq + 1) {
      this.#seq = null;
      return 'gap';
    }
    this.#seq = frame.seq;
    return 'deliver';
  }
}
