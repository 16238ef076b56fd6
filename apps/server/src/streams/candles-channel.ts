import { INTERVAL_SECONDS, type Candle, type Interval } from '@plecho/domain';
import type { MarketView } from '../engine/market-port.ts';
import { toWireCandle } from '../wire/trading.ts';
import { encode, type Subscriber } from './client.ts';

/** Candles that a silence may have left out; beyond them the client asks for history. */
const MAX_FINISHED = 10;

/** The newest candle of one pair and interval; at a change of bucket the finished ones before it too. */
export class CandlesChannel {
  readonly symbol: string;
  readonly #interval: Interval;
  readonly #market: MarketView;
  readonly #onError: (error: unknown) => void;
  /** false: waits for a snapshot. */
  readonly #clients = new Map<Subscriber, boolean>();
  #seq = 0;
  #changed = false;
  /** Opening time of the candle in the last frame. */
  #lastTime: number | null = null;
  #reading = false;

  constructor(market: MarketView, symbol: string, interval: Interval, onError: (error: unknown) => void) {
    this.symbol = symbol;
    this.#market = market;
    this.#interval = interval;
    this.#onError = onError;
  }

  get size(): number {
    return this.#clients.size;
  }

  add(client: Subscriber): void {
    if (this.#clients.size === 0) this.#lastTime = this.#open()?.time ?? null;
    this.#clients.set(client, client.offer(this.#frame('snapshot', this.#seq, this.#openAsList())));
  }

  remove(client: Subscriber): void {
    this.#clients.delete(client);
  }

  price(): void {
    this.#changed = true;
  }

  flush(): void {
    if (this.#clients.size === 0 || this.#reading) return;
    const open = this.#changed ? this.#open() : null;
    if (open !== null) {
      this.#changed = false;
      if (this.#lastTime === null || open.time === this.#lastTime) this.#send([open]);
      else void this.#sendWithFinished(this.#lastTime, open);
      this.#lastTime = open.time;
    }
    this.#catchUp();
  }

  /** The finished candle changed since its last frame, so it is read in its final form. Never rejects. */
  async #sendWithFinished(lastTime: number, open: Candle): Promise<void> {
    this.#reading = true;
    try {
      const buckets = (open.time - lastTime) / INTERVAL_SECONDS[this.#interval];
      const limit = Math.min(MAX_FINISHED, buckets) + 1;
      const candles = await this.#market.candles(this.symbol, this.#interval, limit, null);
      this.#send(candles.filter(({ time }) => time >= lastTime));
    } catch (error) {
      this.#lastTime = lastTime;
      this.#changed = true;
      this.#onError(error);
    } finally {
      this.#reading = false;
    }
  }

  #send(candles: Candle[]): void {
    const frame = this.#frame('update', (this.#seq += 1), candles);
    for (const [client, isLive] of this.#clients) {
      if (isLive && !client.offer(frame)) this.#clients.set(client, false);
    }
  }

  #catchUp(): void {
    for (const [client, isLive] of this.#clients) {
      if (isLive || !client.drained) continue;
      this.#clients.set(client, client.offer(this.#frame('snapshot', this.#seq, this.#openAsList())));
    }
  }

  #open(): Candle | null {
    return this.#market.openCandle(this.symbol, this.#interval);
  }

  #openAsList(): Candle[] {
    const open = this.#open();
    return open === null ? [] : [open];
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
