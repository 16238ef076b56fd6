import type { Clock } from '../../apps/server/src/lib/clock.ts';
import { INTERVALS } from '@plecho/domain';
import { Random } from '@plecho/testkit';
import { type Faults, NO_FAULTS } from './faults.ts';
import { type ListedPair, type Minutes, candlesOf } from './minutes.ts';
import { Tape } from './tape.ts';
import { exchangeInfo, klineMessage, klineRow, tickerMessage } from './words.ts';

const BEAT_MS = 1_000;
const PING_EVERY_MS = 20_000;
const WEIGHT_A_MINUTE = 6_000;
const WEIGHTS: Record<string, number> = { '/api/v3/exchangeInfo': 20, '/api/v3/klines': 2 };
/** After the notice. */
const SHUTDOWN_AFTER_MS = 5_000;
/** A stream connection lives so long. */
const STREAM_LIFE_MS = 86_400_000;

export interface ExchangeOptions {
  clock: Clock;
  minutes: Minutes;
  /** How often prices are said, ms; a second unless given. */
  beatMs?: number;
  /** Which messages the faults hit. */
  seed?: number;
  /** Told of every price that a ticker says. */
  onPrice?: (symbol: string, price: bigint, time: number) => void;
}

/** A stream connection, as the exchange sees it. */
export interface Line {
  send(message: string): void;
  ping(): void;
  /** Ends it in order. */
  close(): void;
}

interface Client {
  line: Line;
  streams: ReadonlySet<string>;
  /** A message that waits for the next one to go before it. */
  held: string | null;
}

/** What a request is answered with. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * An exchange that is none: it says and answers what Binance's public data would, from recorded or generated minutes,
 * with faults that can be switched while it runs. Whoever carries its words cuts the connections when it is offline.
 */
export class StandInExchange {
  faults: Faults = NO_FAULTS;
  /** Stream connections that have been accepted. */
  accepted = 0;
  /** Requests that have been answered. */
  answered = 0;
  readonly #options: ExchangeOptions;
  readonly #tape: Tape;
  readonly #random: Random;
  readonly #beatMs: number;
  readonly #clients = new Set<Client>();
  readonly #carriers: ((faults: Faults) => void)[] = [];
  /** Exchange time when a pair was taken off the list, ms. */
  readonly #delistedAt = new Map<string, number>();
  readonly #cancel: (() => void)[];
  #weight = { minute: 0, used: 0 };

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#tape = new Tape(options.minutes);
    this.#random = new Random(options.seed ?? 1);
    this.#beatMs = options.beatMs ?? BEAT_MS;
    const { clock } = options;
    this.#cancel = [clock.every(this.#beatMs, () => this.#beat()), clock.every(PING_EVERY_MS, () => this.#ping())];
  }

  /** Says nothing more. */
  stop(): void {
    for (const cancel of this.#cancel) cancel();
  }

  /** The exchange's own time, ms. */
  now(): number {
    return this.#options.clock.now() + this.faults.skewMs;
  }

  /** Tells who carries its words of every change of the faults. */
  onFaults(carrier: (faults: Faults) => void): void {
    this.#carriers.push(carrier);
  }

  /** Switches faults; those that are not named stay. */
  setFaults(changed: Partial<Faults>): void {
    this.faults = { ...this.faults, ...changed };
    for (const symbol of this.faults.delisted) {
      if (!this.#delistedAt.has(symbol)) this.#delistedAt.set(symbol, this.now());
    }
    for (const symbol of this.#delistedAt.keys()) {
      if (!this.faults.delisted.includes(symbol)) this.#delistedAt.delete(symbol);
    }
    for (const carrier of this.#carriers) carrier(this.faults);
  }

  /** Tells every stream that it is going to end, and ends it. */
  shutDownStreams(): void {
    // Whoever is told may connect anew at once.
    for (const client of [...this.#clients]) {
      this.#send(client, JSON.stringify({ e: 'serverShutdown', E: this.now() }));
      this.#options.clock.after(SHUTDOWN_AFTER_MS, () => client.line.close());
    }
  }

  /** Accepts a stream connection. @param url with the names of the streams @returns what has to be called when it is over */
  connect({ searchParams }: URL, line: Line): () => void {
    const streams = new Set((searchParams.get('streams') ?? '').split('/'));
    const client: Client = { line, streams, held: null };
    this.accepted += 1;
    this.#clients.add(client);
    const cancel = this.#options.clock.after(STREAM_LIFE_MS, () => line.close());
    return () => {
      cancel();
      this.#clients.delete(client);
    };
  }

  /** Answers a request; null: never. @param isGone whether whoever asked has given up meanwhile */
  async answer(url: URL, isGone: () => boolean): Promise<Reply | null> {
    const { halfOpen, latencyMs, status, retryAfter, garbage } = this.faults;
    if (halfOpen) return null;
    if (latencyMs > 0) await new Promise<void>((resolve) => this.#options.clock.after(latencyMs, resolve));
    if (isGone()) return null;
    const used = this.#use(WEIGHTS[url.pathname] ?? 1);
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-mbx-used-weight-1m': String(used),
    };
    const refused = status ?? (used > WEIGHT_A_MINUTE ? 429 : null);
    if (refused === 418 || refused === 429) headers['retry-after'] = String(retryAfter);
    const found = refused === null ? this.#read(url) : { code: -1003, msg: 'refused' };
    const said = JSON.stringify(found ?? { code: -1121, msg: 'Invalid symbol.' });
    this.answered += 1;
    const body = this.#random.chance(garbage) ? this.#spoil(said) : said;
    return { status: refused ?? (found === null ? 400 : 200), headers, body };
  }

  /** Once a second: the tickers of all pairs and their minutes. */
  #beat(): void {
    const at = this.now();
    for (const pair of this.#options.minutes.pairs) {
      if (this.#delistedAt.has(pair.symbol)) continue;
      const { symbol } = pair;
      const { open, closed, day } = this.#tape.at(pair, at);
      const isFirst = at % 60_000 < this.#beatMs;
      if (closed !== null && isFirst) this.#publish(symbol, 'kline_1m', klineMessage(symbol, at, closed, true));
      if (open === null || day === null) continue;
      this.#publish(symbol, 'kline_1m', klineMessage(symbol, at, open, false));
      this.#options.onPrice?.(symbol, day.close, at);
      this.#publish(symbol, 'ticker', tickerMessage(symbol, at, day));
    }
  }

  #ping(): void {
    if (!this.faults.frozen && !this.faults.halfOpen) for (const { line } of this.#clients) line.ping();
  }

  #publish(symbol: string, name: string, message: string): void {
    const stream = `${symbol.toLowerCase()}@${name}`;
    for (const client of this.#clients) {
      if (!client.streams.has(stream) || this.#random.chance(this.faults.drop)) continue;
      const said = this.#random.chance(this.faults.garbage) ? this.#spoil(message) : message;
      if (client.held === null && this.#random.chance(this.faults.reorder)) client.held = said;
      else this.#send(client, said);
      if (this.#random.chance(this.faults.duplicate)) this.#send(client, said);
    }
  }

  /** Nonsense of every kind, but no price that looks like one: nobody could tell it from the exchange's. */
  #spoil(message: string): string {
    const cut = message.slice(0, this.#random.int(0, message.length - 1));
    const price = this.#random.pick(['"0"', '"-1"', '"abc"', '"99999999999"', '5', 'null']);
    return this.#random.pick([
      cut,
      this.#random.pick(['', '{', '[]', 'null', '\u0000']),
      message.replace(/"c":"[^"]*"/, `"c":${price}`),
      message.replace(/"E":\d+/, '"E":9999999999999'),
      message.replace(/"t":\d+/, '"t":9999999960000'),
      message.replace(/"s":"[^"]*"/, '"s":"NOBODYUSDT"'),
    ]);
  }

  #send(client: Client, message: string): void {
    const { frozen, halfOpen, latencyMs } = this.faults;
    if (frozen || halfOpen) return;
    const messages = client.held === null ? [message] : [message, client.held];
    client.held = null;
    const send = (): void => messages.forEach((each) => client.line.send(each));
    if (latencyMs === 0) send();
    else this.#options.clock.after(latencyMs, send);
  }

  #use(weight: number): number {
    const minute = Math.floor(this.now() / 60_000);
    if (this.#weight.minute !== minute) this.#weight = { minute, used: 0 };
    this.#weight.used += weight;
    return this.#weight.used;
  }

  /** null: there is no such thing. */
  #read({ pathname, searchParams }: URL): unknown {
    const { minutes } = this.#options;
    if (pathname === '/api/v3/exchangeInfo') {
      const pairs = minutes.pairs.map((pair) => this.#listed(pair));
      return exchangeInfo(pairs, { serverTime: this.now(), weight: WEIGHT_A_MINUTE });
    }
    if (pathname !== '/api/v3/klines') return null;
    const symbol = minutes.pairs.find((pair) => pair.symbol === searchParams.get('symbol'))?.symbol;
    const interval = INTERVALS.find((name) => name === searchParams.get('interval'));
    if (symbol === undefined || interval === undefined) return null;
    const time = (name: string, otherwise: number): number => Number(searchParams.get(name) ?? otherwise) / 1000;
    const now = Math.min(this.now(), this.#delistedAt.get(symbol) ?? Number.POSITIVE_INFINITY) / 1000;
    const asked = { from: time('startTime', 0), to: time('endTime', this.now()), now };
    const limit = Math.min(Number(searchParams.get('limit') ?? 500), 1_000);
    return candlesOf(minutes, symbol, interval, { ...asked, limit }).map((candle) => klineRow(candle, interval));
  }

  #listed(pair: ListedPair): ListedPair & { isTrading: boolean } {
    const { decimals, delisted } = this.faults;
    const priceDecimals = decimals[pair.symbol] ?? pair.priceDecimals;
    return { symbol: pair.symbol, priceDecimals, isTrading: !delisted.includes(pair.symbol) };
  }
}
