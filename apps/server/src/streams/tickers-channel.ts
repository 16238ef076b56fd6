import type { TickerRow } from '@plecho/contract';
import type { MarketPort, Quotes, Ticker } from '../engine/market-port.ts';
import { toTickerRow } from '../wire/pairs.ts';
import { sessionStateOf } from '../wire/sessions.ts';
import { encode, type Subscriber } from './client.ts';

/** A silent market still tells its clock, so that everybody sees prices grow old. */
const HEARTBEAT_MS = 1_000;

/**
 * The prices of one market: one frame for everybody at every flush that has something new. They are read
 * one reading after another, so that a frame never holds older prices than the one before it.
 */
export class TickersChannel {
  readonly #market: MarketPort;
  readonly #onError: (error: unknown) => void;
  /** false: waits for a snapshot. */
  readonly #clients = new Map<Subscriber, boolean>();
  readonly #changed = new Set<string>();
  #seq = 0;
  #snapshot: Buffer | null = null;
  #lastFrameAt = 0;
  #reading = false;

  /** @param onError told when prices could not be read; they are read again at the next flush that is due */
  constructor(market: MarketPort, onError: (error: unknown) => void) {
    this.#market = market;
    this.#onError = onError;
  }

  get size(): number {
    return this.#clients.size;
  }

  add(client: Subscriber): void {
    this.#clients.set(client, this.#snapshot !== null && client.offer(this.#snapshot));
    if (this.#snapshot === null) void this.#read((quotes) => this.#welcome(quotes));
  }

  remove(client: Subscriber): void {
    this.#clients.delete(client);
  }

  price(symbol: string): void {
    this.#changed.add(symbol);
  }

  /** @param now wall clock, ms @returns whether a frame is on its way */
  flush(now: number): boolean {
    if (this.#reading) return false;
    const isDue = this.#changed.size > 0 || now - this.#lastFrameAt >= HEARTBEAT_MS;
    if (!isDue || this.#clients.size === 0) {
      // What changed is of interest to nobody.
      if (this.#changed.size > 0) this.#takeChanged();
      return false;
    }
    const changed = this.#takeChanged();
    this.#lastFrameAt = now;
    void this.#read(
      (quotes) => this.#update(quotes, changed),
      () => {
        for (const symbol of changed) this.#changed.add(symbol);
      },
    );
    return true;
  }

  /** Never rejects. */
  async #read(use: (quotes: Quotes) => void, onFailure = (): void => undefined): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      use(await this.#market.quotes());
    } catch (error) {
      onFailure();
      this.#onError(error);
    } finally {
      this.#reading = false;
    }
  }

  #takeChanged(): ReadonlySet<string> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    this.#snapshot = null;
    return changed;
  }

  #update(quotes: Quotes, changed: ReadonlySet<string>): void {
    const frame = this.#frame('update', (this.#seq += 1), quotes, ({ pair }) => changed.has(pair.symbol));
    this.#snapshot = null;
    for (const [client, isLive] of this.#clients) {
      if (!isLive) this.#catchUp(client, quotes);
      else if (!client.offer(frame)) this.#clients.set(client, false);
    }
  }

  #welcome(quotes: Quotes): void {
    for (const [client, isLive] of this.#clients) if (!isLive) this.#catchUp(client, quotes);
  }

  /** Gives a client that waits a snapshot, if it can take it. */
  #catchUp(client: Subscriber, quotes: Quotes): void {
    if (!client.drained) return;
    this.#snapshot ??= this.#frame('snapshot', this.#seq, quotes, () => true);
    this.#clients.set(client, client.offer(this.#snapshot));
  }

  #frame(
    kind: 'snapshot' | 'update',
    seq: number,
    { status, tickers }: Quotes,
    isWanted: (ticker: Ticker) => boolean,
  ): Buffer {
    const rows: TickerRow[] = [];
    for (const ticker of tickers) {
      const row = isWanted(ticker) ? toTickerRow(ticker) : null;
      if (row !== null) rows.push(row);
    }
    const { life, halt, now } = status;
    const { definition } = this.#market;
    const session = sessionStateOf(definition, status);
    const data = {
      ...{ now, label: definition.label, status: life, halted: halt !== null, rows },
      ...(session === null ? {} : { session }),
    };
    return encode({ type: 'tickers', kind, seq, market: this.#market.id, data });
  }
}
