import type { AlertsData, Drill, PaymentsData, ServerMessage } from '@plecho/contract';
import { encode, type Subscriber } from './client.ts';

/** At most one message a second, however much happens, but for what is said to be told at once. */
const PAUSE_MS = 1_000;

/** What is told as a whole, of one person or of one drill, by the channel. */
interface Told {
  payments: PaymentsData;
  alerts: AlertsData;
  drill: Drill;
}

export interface SnapshotOptions<Name extends keyof Told> {
  channel: Name;
  marketId: string;
  /** What there is now. */
  read(): Promise<Told[Name]>;
  /** Whether it may change without anybody saying so. */
  isUnderWay?(data: Told[Name]): boolean;
  /** Told when it could not be read, with the clients that have nothing yet; they have been removed. */
  onError(clients: Subscriber[], error: unknown): void;
}

/** Confirmations grow and coins arrive without anybody doing anything. */
export const isMoneyUnderWay = ({ operations, wallet }: PaymentsData): boolean =>
  operations.some(({ status, type }) => status === 'pending' && type !== 'card') ||
  wallet.some(({ incoming }) => incoming !== '0');

/** The countdown goes on: each second says what is left of it, to clocks that differ. */
export const isCountingDown = ({ state }: Drill): boolean => state === 'countdown';

/** A message and the text of its data, to tell whether there is anything new. */
interface Message<Data> {
  data: Data;
  text: string;
  frame: Buffer;
}

/**
 * What there is of one person, practice money or what alerts have rung, or of a drill. Every message is whole, a snapshot, so a client
 * that missed some needs only the next one.
 */
export class SnapshotChannel<Name extends keyof Told> {
  readonly #options: SnapshotOptions<Name>;
  /** Whether a client has the newest message. */
  readonly #clients = new Map<Subscriber, boolean>();
  #newest: Message<Told[Name]> | null = null;
  #seq = 0;
  #changed = false;
  #reading = false;
  #flushedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SnapshotOptions<Name>) {
    this.#options = options;
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

  /** Something of the person may have changed. */
  change(): void {
    this.#changed = true;
  }

  /** It has changed, and is told as soon as it is read. */
  tell(): void {
    this.#changed = true;
    void this.#load();
  }

  /** @param now wall clock, ms */
  flush(now: number): void {
    const { isUnderWay = () => false } = this.#options;
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
      this.#take(await this.#options.read());
    } catch (error) {
      this.#changed = true;
      const waiting = this.#newest === null ? [...this.#clients.keys()] : [];
      for (const client of waiting) this.#clients.delete(client);
      this.#options.onError(waiting, error);
    } finally {
      this.#reading = false;
    }
  }

  #take(data: Told[Name]): void {
    const { channel: type, marketId: market } = this.#options;
    const text = JSON.stringify(data);
    if (this.#newest?.text !== text) {
      const message = { type, kind: 'snapshot', seq: this.#seq, market, data } as ServerMessage;
      this.#newest = { data, text, frame: encode(message) };
      this.#seq += 1;
      for (const client of this.#clients.keys()) this.#clients.set(client, false);
    }
    this.#catchUp(this.#newest);
  }

  /** The newest message for those who have not got it and can take it. */
  #catchUp({ frame }: Message<Told[Name]>): void {
    for (const [client, hasNewest] of this.#clients) {
      if (!hasNewest && client.drained) this.#clients.set(client, client.offer(frame));
    }
  }
}
