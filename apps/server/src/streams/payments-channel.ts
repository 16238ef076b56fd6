import type { PaymentsData } from '@plecho/contract';
import { encode, type Subscriber } from './client.ts';

/** At most one message a second, however much happens. */
const PAUSE_MS = 1_000;

/** Confirmations grow and coins arrive without anybody doing anything. */
const isUnderWay = ({ operations, wallet }: PaymentsData): boolean =>
  operations.some(({ status, type }) => status === 'pending' && type !== 'card') ||
  wallet.some(({ incoming }) => incoming !== '0');

/** A message and the text of its data, to tell whether there is anything new. */
interface Message {
  data: PaymentsData;
  text: string;
  frame: Buffer;
}

/**
 * One person's practice money: the newest operations and the wallet. Every message is whole, a
 * snapshot, so a client that missed some needs only the next one.
 */
export class PaymentsChannel {
  readonly #marketId: string;
  readonly #read: () => Promise<PaymentsData>;
  readonly #onError: (clients: Subscriber[], error: unknown) => void;
  /** Whether a client has the newest message. */
  readonly #clients = new Map<Subscriber, boolean>();
  #newest: Message | null = null;
  #seq = 0;
  #changed = false;
  #reading = false;
  #flushedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param read what there is now
   * @param onError told when it could not be read, with the clients that have nothing yet; they have been removed
   */
  constructor(
    marketId: string,
    read: () => Promise<PaymentsData>,
    onError: (clients: Subscriber[], error: unknown) => void,
  ) {
    this.#marketId = marketId;
    this.#read = read;
    this.#onError = onError;
  }

  get size(): number {
    return this.#clients.size;
  }

  add(client: Subscriber): void {
    this.#clients.set(client, false);
    // What the others have will do for a moment: the next flush that is due reads it anew.
    this.#changed = true;
    if (this.#newest === null) void this.#load();
    else this.#catchUp(this.#newest);
  }

  remove(client: Subscriber): void {
    this.#clients.delete(client);
  }

  /** Something of the person changed. */
  change(): void {
    this.#changed = true;
  }

  /** @param now wall clock, ms */
  flush(now: number): void {
    const isWorth = this.#changed || this.#newest === null || isUnderWay(this.#newest.data);
    if (isWorth && now - this.#flushedAt >= PAUSE_MS) {
      this.#flushedAt = now;
      void this.#load();
    } else if (this.#newest !== null) this.#catchUp(this.#newest);
  }

  /** Never rejects. */
  async #load(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    // A change that is told while this is read may be in it or not: it is read again.
    this.#changed = false;
    try {
      this.#take(await this.#read());
    } catch (error) {
      this.#changed = true;
      const waiting = this.#newest === null ? [...this.#clients.keys()] : [];
      for (const client of waiting) this.#clients.delete(client);
      this.#onError(waiting, error);
    } finally {
      this.#reading = false;
    }
  }

  #take(data: PaymentsData): void {
    const text = JSON.stringify(data);
    if (this.#newest?.text !== text) {
      const message = { type: 'payments', kind: 'snapshot', seq: this.#seq, market: this.#marketId, data } as const;
      this.#newest = { data, text, frame: encode(message) };
      this.#seq += 1;
      for (const client of this.#clients.keys()) this.#clients.set(client, false);
    }
    this.#catchUp(this.#newest);
  }

  /** The newest message for those who have not got it and can take it. */
  #catchUp({ frame }: Message): void {
    for (const [client, hasNewest] of this.#clients) {
      if (!hasNewest && client.drained) this.#clients.set(client, client.offer(frame));
    }
  }
}
