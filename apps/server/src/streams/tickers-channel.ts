import type { Subscriber } from './client.ts';
import type { FrameListener, NumberedFrame, TickerFrames } from './ticker-frames.ts';

/** Hands the frames of one market's prices to everybody who looks: a snapshot, then every update without a gap. */
export class TickersChannel implements FrameListener {
  readonly #frames: TickerFrames;
  /** The number that a client has; null: waits for a snapshot. */
  readonly #clients = new Map<Subscriber, number | null>();
  /** Updates that came while a snapshot is read; null while none is. */
  #held: NumberedFrame[] | null = null;

  constructor(frames: TickerFrames) {
    this.#frames = frames;
    frames.listen(this);
  }

  get size(): number {
    return this.#clients.size;
  }

  add(client: Subscriber): void {
    this.#clients.set(client, null);
    void this.#welcome();
  }

  remove(client: Subscriber): void {
    this.#clients.delete(client);
  }

  price(symbol: string): void {
    this.#frames.price(symbol);
  }

  /** @param now wall clock, ms @returns whether a frame is on its way */
  flush(now: number): boolean {
    const isOnItsWay = this.#frames.flush(now);
    if (!isOnItsWay && this.#someoneWaits()) void this.#welcome();
    return isOnItsWay;
  }

  update(update: NumberedFrame): void {
    this.#held?.push(update);
    for (const [client, seq] of this.#clients) {
      if (seq !== null) this.#clients.set(client, offer(client, seq, update));
    }
    if (this.#someoneWaits()) void this.#welcome();
  }

  restart(): void {
    this.#held = null;
    for (const client of this.#clients.keys()) this.#clients.set(client, null);
    void this.#welcome();
  }

  /** Nobody looks any more. */
  close(): void {
    this.#frames.close();
  }

  #someoneWaits(): boolean {
    for (const [client, seq] of this.#clients) if (seq === null && client.drained) return true;
    return false;
  }

  /**
   * A snapshot for those who have none and can take it; what came meanwhile follows it. One that was asked for before a
   * restart is not waited for any more. Never rejects.
   */
  async #welcome(): Promise<void> {
    if (this.#held !== null) return;
    const held: NumberedFrame[] = [];
    this.#held = held;
    const snapshot = await this.#frames.snapshot();
    if (this.#held !== held) return;
    this.#held = null;
    if (snapshot === null) return;
    for (const [client, seq] of this.#clients) {
      if (seq !== null || !client.drained) continue;
      let has = client.offer(snapshot.frame) ? snapshot.seq : null;
      for (const update of held) if (has !== null) has = offer(client, has, update);
      this.#clients.set(client, has);
    }
  }
}

/** @returns the number that the client has now; null when it missed something */
function offer(client: Subscriber, seq: number, update: NumberedFrame): number | null {
  if (update.seq <= seq) return seq;
  return update.seq === seq + 1 && client.offer(update.frame) ? update.seq : null;
}
