import type { Candle, Interval, Pair } from '@plecho/domain';
import type { Clock } from '../../lib/clock.ts';
import type { FeedSink, RawTick, VenueFeed, VenueListener } from '../feed.ts';
import { LISTED_PAIRS } from '../listed-pairs.ts';
import { ExchangeClock, MAX_LEAD_MS } from './exchange-clock.ts';
import type { Listing } from './listing.ts';
import { parseMessage, type StreamMessage } from './messages.ts';
import { RestClient } from './rest-client.ts';
import { BinanceStream, MAX_STREAMS } from './stream.ts';
import { NETWORK, type Transport } from './transport.ts';

/** How often the exchange is asked what time it is and which pairs it has. */
const ASK_EVERY_MS = 300_000;
/** After a failure, and after an event that is far from now. */
const ASK_AGAIN_MS = 5_000;
/** After an answer with a time that is not believed before it is said again. */
const CONFIRM_AFTER_MS = 1_000;
/** A pair that can't be traded for so long is off the list: before, it may be a pause of the exchange. */
const DELISTED_AFTER_MS = 600_000;
/** A server that starts waits so long for the exchange; then it goes on without. */
const OPEN_WITHIN_MS = 5_000;

export interface BinanceOptions {
  clock: Clock;
  /** In [0, 1). */
  random: () => number;
  restUrl: URL;
  streamUrl: URL;
  /** The network unless given. */
  transport?: Transport;
  /** Market time that has been, ms: where the clock stands until the exchange is heard. */
  since: number;
  /** Pairs that the market has had: they stay in it, listed or not. */
  knownSymbols: ReadonlySet<string>;
}

/** The pairs of a market while the exchange is silent: those it has had, and at its very first start all there may be. */
const pairsWithout = (known: ReadonlySet<string>): readonly Pair[] =>
  known.size === 0 ? LISTED_PAIRS : LISTED_PAIRS.filter(({ symbol }) => known.has(symbol));

function pairsWith({ pairs, resting }: Listing, known: ReadonlySet<string>): readonly Pair[] {
  // While the exchange rests, it does not say what is traded there.
  if (known.size === 0 && (pairs.length === 0 || pairs.length < resting)) return pairsWithout(known);
  const listed = new Map(pairs.map((pair) => [pair.symbol, pair]));
  return LISTED_PAIRS.flatMap((pair) => {
    const found = listed.get(pair.symbol) ?? (known.has(pair.symbol) ? pair : undefined);
    return found === undefined ? [] : [found];
  });
}

/** What nobody can read goes to the price gate too, which counts it. */
const UNREADABLE: RawTick = { symbol: '', price: null, time: Number.NaN, volume: 0n };

/**
 * Binance's public data: last prices as the exchange published them, unchanged, and its own candles. The market's
 * clock is the exchange's. While it can't be reached there are no prices, and {@link problem} says why.
 */
export class BinanceFeed implements VenueFeed {
  readonly pairs: readonly Pair[];
  /** Nothing of the past is at hand: it is asked for. */
  readonly historyStart = Number.POSITIVE_INFINITY;
  readonly #options: BinanceOptions;
  readonly #rest: RestClient;
  readonly #exchangeClock: ExchangeClock;
  readonly #symbols: ReadonlySet<string>;
  #listener: VenueListener | null = null;
  #sink: FeedSink | null = null;
  #stream: BinanceStream | null = null;
  #restProblem: string | null = null;
  #streamProblem: string | null = null;
  #cancelAsk: (() => void) | null = null;
  /** Even clock: when the exchange was asked last. */
  #askedAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  /** Even clock: since when a pair can't be traded. */
  readonly #unlistedSince = new Map<string, number>();
  readonly #delisted = new Set<string>();
  #stopped = false;

  private constructor(options: BinanceOptions, rest: RestClient, listing: Listing | null) {
    const { clock, since, knownSymbols } = options;
    this.#options = options;
    this.#rest = rest;
    this.#exchangeClock = new ExchangeClock(clock, since);
    this.pairs = listing === null ? pairsWithout(knownSymbols) : pairsWith(listing, knownSymbols);
    this.#symbols = new Set(this.pairs.map(({ symbol }) => symbol));
    if (listing !== null) this.#exchangeClock.set(listing.time);
  }

  /** Asks the exchange for its pairs and its time; one that can't be reached holds up nobody. */
  static async open(options: BinanceOptions): Promise<BinanceFeed> {
    const { clock, restUrl, transport = NETWORK } = options;
    const rest = new RestClient(restUrl, clock, transport);
    const late = Promise.withResolvers<null>();
    const cancel = clock.after(OPEN_WITHIN_MS, () => late.resolve(null));
    let problem: string | null = null;
    const listing = rest.listing().catch((error: unknown) => {
      problem = problemOf(error);
      return null;
    });
    const feed = new BinanceFeed(options, rest, await Promise.race([listing, late.promise]));
    cancel();
    feed.#restProblem = problem;
    return feed;
  }

  get problem(): string | null {
    return this.#streamProblem ?? this.#restProblem;
  }

  now(): number {
    return this.#exchangeClock.now();
  }

  follow(listener: VenueListener): void {
    this.#listener = listener;
  }

  start(sink: FeedSink, resumeAt: number | null): Promise<void> {
    if (this.#sink !== null) throw new Error('the feed runs already');
    this.#sink = sink;
    if (resumeAt !== null) this.#exchangeClock.goOnFrom(resumeAt);
    void this.#ask();
    return Promise.resolve();
  }

  stop(): void {
    this.#stopped = true;
    this.#sink = null;
    this.#cancelAsk?.();
    this.#stream?.stop();
    this.#rest.close();
  }

  history(): [] {
    return [];
  }

  delisted(): ReadonlySet<string> {
    return this.#delisted;
  }

  async candles(symbol: string, interval: Interval, from: number, to: number): Promise<Candle[]> {
    // It would be asked in vain, again and again.
    if (this.#unlistedSince.has(symbol)) return [];
    try {
      const candles = await this.#rest.candles(symbol, interval, from, Math.min(to, this.now() / 1000));
      this.#restProblem = null;
      return candles;
    } catch (error) {
      this.#restProblem = problemOf(error);
      throw error;
    }
  }

  /** Asks for pairs and time, now and from now on; with the first answer the prices begin. */
  async #ask(): Promise<void> {
    if (this.#isAsking || this.#stopped) return;
    this.#isAsking = true;
    this.#cancelAsk?.();
    this.#askedAt = this.#options.clock.monotonic();
    let next = ASK_EVERY_MS;
    try {
      if (!this.#listed(await this.#rest.listing())) next = CONFIRM_AFTER_MS;
      this.#restProblem = null;
    } catch (error) {
      this.#restProblem = problemOf(error);
      next = ASK_AGAIN_MS;
    }
    this.#isAsking = false;
    if (!this.#stopped) this.#cancelAsk = this.#options.clock.after(next, () => void this.#ask());
  }

  /** @returns whether the time in it is believed */
  #listed({ time, pairs }: Listing): boolean {
    if (this.#stopped) return true;
    const isBelieved = this.#exchangeClock.set(time);
    this.#lookForDelisted(new Set(pairs.map(({ symbol }) => symbol)));
    this.#stream ??= this.#openStream();
    return isBelieved;
  }

  #lookForDelisted(listed: ReadonlySet<string>): void {
    // When most pairs can't be traded, the exchange rests.
    if (listed.size * 2 < this.pairs.length) return;
    const now = this.#options.clock.monotonic();
    for (const { symbol } of this.pairs) {
      if (listed.has(symbol)) {
        this.#unlistedSince.delete(symbol);
        this.#delisted.delete(symbol);
        continue;
      }
      const since = this.#unlistedSince.get(symbol) ?? now;
      this.#unlistedSince.set(symbol, since);
      if (now - since >= DELISTED_AFTER_MS) this.#endPair(symbol);
    }
  }

  #endPair(symbol: string): void {
    this.#delisted.add(symbol);
    this.#sink?.delisted(symbol);
  }

  #openStream(): BinanceStream {
    const { clock, random, streamUrl, transport = NETWORK } = this.#options;
    const names = this.pairs.flatMap(({ symbol }) =>
      ['ticker', 'kline_1m'].map((of) => `${symbol.toLowerCase()}@${of}`),
    );
    if (names.length > MAX_STREAMS) throw new RangeError(`${names.length} streams do not fit into a connection`);
    return new BinanceStream({
      ...{ clock, random, transport, url: new URL(`/stream?streams=${names.join('/')}`, streamUrl) },
      onMessage: (text) => this.#take(parseMessage(text)),
      onState: (problem) => (this.#streamProblem = problem),
    });
  }

  #take(message: StreamMessage | null): void {
    if (message === null) this.#sink?.tick(UNREADABLE);
    else if (message.type === 'shutdown') this.#stream?.renew();
    else if (!this.#symbols.has(message.symbol)) this.#sink?.tick(UNREADABLE);
    else this.#takeOf(message);
  }

  #takeOf(message: Exclude<StreamMessage, { type: 'shutdown' }>): void {
    const { symbol, time } = message;
    if (!this.#exchangeClock.hear(time)) this.#askAgain();
    if (message.type === 'kline') {
      const { candle, isClosed } = message;
      // One of a minute that is not here yet would be the open one until that minute comes.
      if (candle.time * 1000 > this.now() + MAX_LEAD_MS) this.#sink?.tick(UNREADABLE);
      else this.#listener?.candle(symbol, candle, isClosed);
      return;
    }
    if (message.day !== null) this.#listener?.day(symbol, message.day);
    this.#sink?.tick({ symbol, price: message.price, time, volume: 0n });
  }

  /** An event is far from now: either it is wrong, or the clock is, after the machine has slept. */
  #askAgain(): void {
    if (this.#options.clock.monotonic() - this.#askedAt >= ASK_AGAIN_MS) void this.#ask();
  }
}

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
