import { INTERVAL_SECONDS, type Candle, type Interval } from '@plecho/domain';
import type { MarketPort } from '../engine/market-port.ts';
import { toWireCandle } from '../wire/trading.ts';
import { encode, type Subscriber } from './client.ts';

/** Candles that a silence may have left out; beyond them the client asks for history. */
const MAX_FINISHED = 10;

/**
 * The newest candle of one pair and interval; at a change of bucket the finished ones before it too. Candles
 * are read one reading after another, so that a frame never holds an older one than the frame before it.
 */
export class CandlesChannel {
  readonly symbol: string;
  readonly #interval: Interval;
  readonly #market: MarketPort;
  readonly #onError: (error: unknown) => void;
  /** false: waits for a snapshot. */
  readonly #clients = new Map<Subscriber, boolean>();
  #seq = 0;
  #changed = false;
  /** Opening time of the candle in the last frame; null before one. */
  #lastTime: number | null = null;
  #reading = false;
  #isReadable = true;

  /** @param onError told once when the candle can't be read, until it can again */
  constructor(market: MarketPort, symbol: string, interval: Interval, onError: (error: unknown) => void) {
    this.symbol = symbol;
    this.#market = market;
    this.#interval = interval;
    this.#onError = onError;
  }

  get size(): number {
    return this.#clients.size;
  }

  add(client: Subscriber): void {
    if (this.#clients.size === 0) this.#lastTime = null;
    this.#clients.set(client, false);
    void this.#read((open) => this.#welcome(open));
  }

  remove(client: Subscriber): void {
    this.#clients.delete(client);
  }

  price(): void {
    this.#changed = true;
  }

  /** @returns whether a frame for everybody is on its way */
  flush(): boolean {
    if (this.#reading) return false;
    if (this.#changed && this.#clients.size > 0) {
      this.#changed = false;
      void this.#read(
        (open) => this.#update(open),
        () => {
          this.#changed = true;
        },
      );
      return true;
    }
    if (this.#someoneWaits()) void this.#read((open) => this.#welcome(open));
    return false;
  }

  /** Never rejects. */
  async #read(use: (open: Candle | null) => void | Promise<void>, onFailure = (): void => undefined): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      await use(await this.#market.openCandle(this.symbol, this.#interval));
      this.#isReadable = true;
    } catch (error) {
      onFailure();
      if (this.#isReadable) this.#onError(error);
      this.#isReadable = false;
    } finally {
      this.#reading = false;
    }
  }

  async #update(open: Candle | null): Promise<void> {
    if (open !== null) {
      const last = this.#lastTime;
      this.#send(last === null || last === open.time ? [open] : await this.#withFinished(open, last));
      this.#lastTime = open.time;
    }
    this.#welcome(open);
  }

  /** The finished candle changed since its last frame, so it is read in its final form. */
  async #withFinished(open: Candle, lastTime: number): Promise<Candle[]> {
    const buckets = (open.time - lastTime) / INTERVAL_SECONDS[this.#interval];
    const limit = Math.min(MAX_FINISHED, buckets) + 1;
    const candles = await this.#market.candles(this.symbol, this.#interval, limit, null);
    return candles.filter(({ time }) => time >= lastTime);
  }

  #send(candles: Candle[]): void {
    const frame = this.#frame('update', (this.#seq += 1), candles);
    for (const [client, isLive] of this.#clients) {
      if (isLive && !client.offer(frame)) this.#clients.set(client, false);
    }
  }

  /** A snapshot for those who have none and can take it. */
  #welcome(open: Candle | null): void {
    this.#lastTime ??= open?.time ?? null;
    for (const [client, isLive] of this.#clients) {
      if (isLive || !client.drained) continue;
      const frame = this.#frame('snapshot', this.#seq, open === null ? [] : [open]);
      this.#clients.set(client, client.offer(frame));
    }
  }

  #someoneWaits(): boolean {
    for (const [client, isLive] of this.#clients) if (!isLive && client.drained) return true;
    return false;
  }
  #frame(kind: 'snapshot' | 'update', seq: number, candles: Candle[]): Buffer {
    const data = { items: candles.map(toWireCandle) };
    return encode({
      type: 'candles',
      kind,
      seq,
      market: this.#market.id,
      symbol: this.symbol,
      interval: this.#interval,
      data,
    });
  }
}
