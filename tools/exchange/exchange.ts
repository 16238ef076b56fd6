import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../apps/server/src/lib/clock.ts';
import { INTERVALS } from '@plecho/domain';
import { Random } from '@plecho/testkit';
import { type Faults, NO_FAULTS, faultsSchema } from './faults.ts';
import { type ListedPair, type Minutes, candlesOf } from './minutes.ts';
import { Tape } from './tape.ts';
import { exchangeInfo, klineMessage, klineRow, tickerMessage } from './words.ts';

const BEAT_MS = 1_000;
const PING_EVERY_MS = 20_000;
const WEIGHT_A_MINUTE = 6_000;
const WEIGHTS: Record<string, number> = { '/api/v3/exchangeInfo': 20, '/api/v3/klines': 2 };
/** After the notice. */
const SHUTDOWN_AFTER_MS = 5_000;
const MAX_CONTROL_BYTES = 64_000;

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

interface Client {
  socket: WebSocket;
  streams: ReadonlySet<string>;
  /** A message that waits for the next one to go before it. */
  held: string | null;
}

/**
 * An exchange that is none: the same REST and stream protocol as Binance's public data, from recorded or generated
 * minutes, with faults that can be switched while it runs (`POST /control`). For development and tests.
 */
export class StandInExchange {
  faults: Faults = NO_FAULTS;
  /** Stream connections that have been accepted. */
  accepted = 0;
  /** Requests that have been answered, and those that are being answered. */
  answered = 0;
  answering = 0;
  readonly #options: ExchangeOptions;
  readonly #tape: Tape;
  readonly #random: Random;
  readonly #beatMs: number;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #streams = new WebSocketServer({ noServer: true });
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<Client>();
  /** Exchange time when a pair was taken off the list, ms. */
  readonly #delistedAt = new Map<string, number>();
  #weight = { minute: 0, used: 0 };
  #cancel: (() => void)[] = [];

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#tape = new Tape(options.minutes);
    this.#random = new Random(options.seed ?? 1);
    this.#beatMs = options.beatMs ?? BEAT_MS;
    this.#server.on('connection', (socket) => this.#connected(socket));
    this.#server.on('upgrade', (request, socket: Socket, head) => this.#upgrade(request, socket, head));
  }

  /** @returns the port on loopback. @param port 0: a free one */
  async listen(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    const { clock } = this.#options;
    this.#cancel = [clock.every(this.#beatMs, () => this.#beat()), clock.every(PING_EVERY_MS, () => this.#ping())];
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const cancel of this.#cancel) cancel();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Stream connections that stand. */
  get connected(): number {
    return this.#clients.size;
  }

  /** The exchange's own time, ms. */
  now(): number {
    return this.#options.clock.now() + this.faults.skewMs;
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
    if (this.faults.offline) for (const socket of this.#sockets) socket.destroy();
    for (const { socket } of this.#clients) {
      if (this.faults.halfOpen) socket.pause();
      else socket.resume();
    }
  }

  /** Tells every stream that it is going to end, and ends it. */
  shutDownStreams(): void {
    for (const client of this.#clients) {
      this.#send(client, JSON.stringify({ e: 'serverShutdown', E: this.now() }));
      this.#options.clock.after(SHUTDOWN_AFTER_MS, () => client.socket.close());
    }
  }

  #connected(socket: Socket): void {
    if (this.faults.offline) return void socket.destroy();
    this.#sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    if (this.faults.halfOpen) return;
    this.#streams.handleUpgrade(request, socket, head, (accepted) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const streams = new Set((searchParams.get('streams') ?? '').split('/'));
      const client: Client = { socket: accepted, streams, held: null };
      this.accepted += 1;
      this.#clients.add(client);
      accepted.on('error', () => undefined).once('close', () => this.#clients.delete(client));
    });
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
    if (!this.faults.frozen && !this.faults.halfOpen) for (const { socket } of this.#clients) socket.ping();
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
      message.replace(/"s":"[^"]*"/, '"s":"NOBODYUSDT"'),
    ]);
  }

  #send(client: Client, message: string): void {
    const { frozen, halfOpen, latencyMs } = this.faults;
    if (frozen || halfOpen) return;
    const messages = client.held === null ? [message] : [message, client.held];
    client.held = null;
    const send = (): void => messages.forEach((each) => client.socket.send(each));
    if (latencyMs === 0) send();
    else this.#options.clock.after(latencyMs, send);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/control') return this.#control(request, response);
    const { halfOpen, latencyMs, status, retryAfter, garbage } = this.faults;
    if (halfOpen) return;
    if (latencyMs > 0) await new Promise<void>((resolve) => this.#options.clock.after(latencyMs, resolve));
    // Whoever asked has given up.
    if (request.socket.destroyed) return;
    this.answering += 1;
    response.once('close', () => (this.answering -= 1));
    const used = this.#use(WEIGHTS[url.pathname] ?? 1);
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-mbx-used-weight-1m', String(used));
    const refused = status ?? (used > WEIGHT_A_MINUTE ? 429 : null);
    if (refused === 418 || refused === 429) response.setHeader('retry-after', String(retryAfter));
    const body = refused === null ? this.#read(url) : { code: -1003, msg: 'refused' };
    response.statusCode = refused ?? (body === null ? 400 : 200);
    this.answered += 1;
    const said = JSON.stringify(body ?? { code: -1121, msg: 'Invalid symbol.' });
    response.end(this.#random.chance(garbage) ? this.#spoil(said) : said);
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

  /** Faults as JSON; `{"shutdown": true}` ends the streams with notice. */
  async #control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isTooLong = Number(request.headers['content-length'] ?? 0) > MAX_CONTROL_BYTES;
    const asked = request.method === 'POST' && !isTooLong ? await text(request).catch(() => '') : '{}';
    try {
      const { shutdown, ...changed } = JSON.parse(asked) as { shutdown?: unknown };
      this.setFaults(faultsSchema.parse(changed) as Partial<Faults>);
      if (shutdown === true) this.shutDownStreams();
      response.end(`${JSON.stringify(this.faults)}\n`);
    } catch (error) {
      response.statusCode = 400;
      response.end(`${String(error)}\n`);
    }
  }
}
