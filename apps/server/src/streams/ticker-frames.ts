import type { TickerRow } from '@plecho/contract';
import type { MarketPort, Quotes, Ticker } from '../engine/market-port.ts';
import { toWireLogHead } from '../wire/log.ts';
import { toTickerRow } from '../wire/pairs.ts';
import { sessionStateOf } from '../wire/sessions.ts';
import { encode } from './client.ts';

/** A silent market still tells its clock, so that everybody sees prices grow old. */
const HEARTBEAT_MS = 1_000;

/** The bytes that clients get, and their number: an update has the number after that of the frame before it. */
export interface NumberedFrame {
  seq: number;
  frame: Buffer;
}

/** Whoever hands frames on. */
export interface FrameListener {
  update(update: NumberedFrame): void;
  /** Updates may have been missed, and numbers may begin anew: only a snapshot counts from here on. */
  restart(): void;
}

/** The frames of one market's prices: the same bytes for everybody. */
export interface TickerFrames {
  /** Said once, before anything else: who gets the updates. */
  listen(listener: FrameListener): void;
  /** A pair has a new valid price. */
  price(symbol: string): void;
  /** @param now wall clock, ms @returns whether an update is on its way */
  flush(now: number): boolean;
  /** Every price as it is, with the number of the last update before. null: can't be read now, which was told already. */
  snapshot(): Promise<NumberedFrame | null>;
  /** Lets go of what brings them. */
  close(): void;
}

/**
 * Makes the frames of a market's prices. They are read one reading after another, so that a frame never holds
 * older prices than the one before it.
 */
export class MadeFrames implements TickerFrames {
  readonly #market: MarketPort;
  readonly #onError: (error: unknown) => void;
  readonly #changed = new Set<string>();
  #listener: FrameListener = { update: () => undefined, restart: () => undefined };
  #seq = 0;
  /** As the newest frame has them; null: something changed since, or time went by. */
  #quotes: Quotes | null = null;
  #snapshot: NumberedFrame | null = null;
  #lastFrameAt = 0;
  /** Of the newest checkpoint that an update has told of. */
  #toldSize: bigint | null = null;
  #reading: Promise<Quotes | null> | null = null;

  /** @param onError told when prices could not be read; they are read again at the next flush that is due */
  constructor(market: MarketPort, onError: (error: unknown) => void) {
    this.#market = market;
    this.#onError = onError;
  }

  listen(listener: FrameListener): void {
    this.#listener = listener;
  }

  price(symbol: string): void {
    this.#changed.add(symbol);
  }

  flush(now: number): boolean {
    if (this.#reading !== null) return false;
    if (this.#changed.size === 0 && now - this.#lastFrameAt < HEARTBEAT_MS) return false;
    const changed = this.#takeChanged();
    this.#lastFrameAt = now;
    void this.#update(changed);
    return true;
  }

  /** Instead of a flush, while nobody is to see prices: whoever comes gets none that were read before. */
  rest(): void {
    this.#quotes = null;
    this.#snapshot = null;
  }

  async snapshot(): Promise<NumberedFrame | null> {
    if (this.#quotes === null) await (this.#reading ?? this.#read());
    if (this.#quotes === null) return null;
    return (this.#snapshot ??= this.#frame('snapshot', this.#quotes, () => true));
  }

  close(): void {
    this.#changed.clear();
  }

  #takeChanged(): ReadonlySet<string> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    this.rest();
    return changed;
  }

  async #update(changed: ReadonlySet<string>): Promise<void> {
    const quotes = await this.#read();
    if (quotes === null) {
      for (const symbol of changed) this.#changed.add(symbol);
      return;
    }
    this.#seq += 1;
    this.#snapshot = null;
    this.#listener.update(this.#frame('update', quotes, ({ pair }) => changed.has(pair.symbol)));
  }

  /** Never rejects. Whoever waits for the same reading goes on after the update that it was made for. */
  #read(): Promise<Quotes | null> {
    const reading = this.#market.quotes().then(
      (quotes) => (this.#quotes = quotes),
      (error: unknown) => {
        this.#onError(error);
        return null;
      },
    );
    this.#reading = reading.finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  #frame(
    kind: 'snapshot' | 'update',
    { status, tickers }: Quotes,
    isWanted: (ticker: Ticker) => boolean,
  ): NumberedFrame {
    const rows: TickerRow[] = [];
    for (const ticker of tickers) {
      const row = isWanted(ticker) ? toTickerRow(ticker) : null;
      if (row !== null) rows.push(row);
    }
    const { life, halt, now, log } = status;
    const isLogTold = log === null || (kind === 'update' && log.size === this.#toldSize);
    if (kind === 'update') this.#toldSize = log?.size ?? null;
    const { definition } = this.#market;
    const session = sessionStateOf(definition, status);
    const data = {
      ...{ now, label: definition.label, status: life, halted: halt !== null, rows },
      ...(session === null ? {} : { session }),
      ...(isLogTold ? {} : { log: toWireLogHead(log) }),
    };
    const seq = this.#seq;
    return { seq, frame: encode({ type: 'tickers', kind, seq, market: this.#market.id, data }) };
  }
}
