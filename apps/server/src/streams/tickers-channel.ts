import type { TickerRow } from '@plecho/contract';
import type { MarketView, Ticker } from '../engine/market-port.ts';
import { toTickerRow } from '../wire/pairs.ts';
import { encode, type Subscriber } from './client.ts';

/** A silent market still tells its clock, so that everybody sees prices grow old. */
const HEARTBEAT_MS = 1_000;

/** The prices of one market: one frame for everybody at every flush that has something new. */
export class TickersChannel {
  readonly #market: MarketView;
  /** false: waits for a snapshot. */
  readonly #clients = new Map<Subscriber, boolean>();
  readonly #changed = new Set<string>();
  #seq = 0;
  #snapshot: Buffer | null = null;
  #lastFrameAt = 0;

  constructor(market: MarketView) {
    this.#market = market;
  }

  get size(): number {
    return this.#clients.size;
  }

  add(client: Subscriber): void {
    this.#clients.set(client, client.offer(this.#currentSnapshot()));
  }

  remove(client: Subscriber): void {
    this.#clients.delete(client);
  }

  price(symbol: string): void {
    this.#changed.add(symbol);
  }

  /** @param now wall clock, ms */
  flush(now: number): void {
    const isDue = this.#changed.size > 0 || now - this.#lastFrameAt >= HEARTBEAT_MS;
    if (!isDue || this.#clients.size === 0) {
      if (this.#changed.size > 0) this.#forget();
      return;
    }
    const frame = this.#frame('update', (this.#seq += 1), ({ pair }) => this.#changed.has(pair.symbol));
    this.#forget();
    this.#lastFrameAt = now;
    for (const [client, isLive] of this.#clients) {
      if (isLive) {
        if (!client.offer(frame)) this.#clients.set(client, false);
      } else if (client.drained) this.#clients.set(client, client.offer(this.#currentSnapshot()));
    }
  }

  /** What changed is either in a frame now or of interest to nobody. */
  #forget(): void {
    this.#changed.clear();
    this.#snapshot = null;
  }

  #currentSnapshot(): Buffer {
    this.#snapshot ??= this.#frame('snapshot', this.#seq, () => true);
    return this.#snapshot;
  }

  #frame(kind: 'snapshot' | 'update', seq: number, isWanted: (ticker: Ticker) => boolean): Buffer {
    const rows: TickerRow[] = [];
    for (const ticker of this.#market.tickers()) {
      const row = isWanted(ticker) ? toTickerRow(ticker) : null;
      if (row !== null) rows.push(row);
    }
    const { life, halt, now } = this.#market.status();
    const { label } = this.#market.definition;
    const data = { now, label, status: life, halted: halt !== null, rows };
    return encode({ type: 'tickers', kind, seq, market: this.#market.id, data });
  }
}
