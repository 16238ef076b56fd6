import { serverMessage, type ServerMessage } from '@plecho/contract';
import { encode, type ChannelClient } from '../../streams/client.ts';

/** A client of streams that puts together what a page shows, and minds the numbers as pages do. */
export class Screen implements ChannelClient {
  readonly identity = { user: { id: 1n } };
  readonly channels = new Map<string, () => void>();
  readonly frames: Buffer[] = [];
  readonly prices = new Map<string, string>();
  available: string | null = null;
  /** Updates that came without the one before them. */
  gaps = 0;
  isReading = true;
  readonly #seq = new Map<string, number>();

  get drained(): boolean {
    return this.isReading;
  }

  offer(frame: Buffer): boolean {
    if (!this.isReading) return false;
    this.frames.push(frame);
    this.#take(serverMessage.parse(JSON.parse(frame.toString())));
    return true;
  }

  send(message: ServerMessage): void {
    this.offer(encode(message));
  }

  #take(message: ServerMessage): void {
    if (message.type !== 'tickers' && message.type !== 'account') return;
    const { type, kind, seq } = message;
    if (kind === 'update' && seq !== (this.#seq.get(type) ?? Infinity) + 1) this.gaps += 1;
    this.#seq.set(type, seq);
    if (message.type === 'account') this.available = message.data.balances.available;
    else for (const [symbol, price] of message.data.rows) this.prices.set(symbol, price);
  }
}
