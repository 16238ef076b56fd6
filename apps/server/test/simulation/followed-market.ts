import { DEFAULT_RULES, DEFAULT_START_BALANCE } from '@plecho/domain';
import { countedIds, Auditor, FakeClock } from '@plecho/testkit';
import { DirectTransport } from '../../../../tools/exchange/direct.ts';
import { StandInExchange } from '../../../../tools/exchange/exchange.ts';
import { NO_FAULTS } from '../../../../tools/exchange/faults.ts';
import type { Minutes } from '../../../../tools/exchange/minutes.ts';
import type { Batch, IdSource, Journal, PriceRecord, TradeState } from '../../src/commands/batch.ts';
import type { Command, Outcome } from '../../src/commands/command.ts';
import type { CandleStore } from '../../src/engine/candles/ports.ts';
import { VenueBook } from '../../src/engine/candles/venue-book.ts';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';
import { MarketHost } from '../../src/engine/market-host.ts';
import { BinanceFeed } from '../../src/feeds/binance/binance-feed.ts';
import type { Transport } from '../../src/feeds/binance/transport.ts';
import type { FeedSink, RawTick } from '../../src/feeds/feed.ts';
import { MemoryCandles } from './memory-candles.ts';
import { FAIR, MemoryJournal, MemoryStore, type JournalWitness } from './memory-journal.ts';

/** 2026-09-21 23:00:05 UTC. */
const START = 1_790_031_605_000;

export const FOLLOWED: MarketDefinition = {
  ...{ id: 'binance', kind: 'exchange', title: 'Подставная биржа', label: 'Подставная биржа' },
  ...{ startAt: START / 1000 - 86_400, rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE },
  ...{ parameters: { source: 'standIn' }, scenario: null, endAt: null, ended: false },
};

/** What is between the market and the exchange, and where the market writes. */
export interface Surroundings {
  transport: Transport;
  restUrl: URL;
  streamUrl: URL;
  candles: CandleStore;
  /** Pairs that the market has had. */
  known(): Promise<ReadonlySet<string>>;
  ids: IdSource;
  /** The storage as a new process finds it. @returns with what ends that process */
  openJournal(witness: JournalWitness): Journal & { kill(): void };
  /** Resolves when what was said up to now has arrived and been decided. */
  arrive(host: MarketHost): Promise<void>;
}

/** Nothing but promises is between the exchange and the market: when the loop turns, all of them are done. */
function inMemory(exchange: StandInExchange): Surroundings {
  const store = new MemoryStore();
  const candles = new MemoryCandles();
  return {
    transport: new DirectTransport(exchange),
    restUrl: new URL('http://exchange.test'),
    streamUrl: new URL('ws://exchange.test'),
    candles,
    known: async () => new Set((await candles.spans()).map(({ symbol }) => symbol)),
    ids: countedIds(() => (store.lastId += 1n)),
    openJournal: (witness) => new MemoryJournal(store, FAIR, witness),
    arrive: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

interface FollowedOptions {
  /** How often the exchange says prices, which is also how far the clock goes in a step; a second unless given. */
  beatMs?: number;
  /** In memory unless given. */
  surround?: (exchange: StandInExchange) => Surroundings;
}

/** A price as the exchange said it. */
const saying = ({ symbol, price, time }: { symbol: string; price: bigint | null; time: number }): string =>
  `${symbol} ${price} ${time}`;

/**
 * A market that follows a stand-in exchange, both on one clock that is moved by hand; in memory, every run is the same.
 * The auditor hears the ticks that the market gets, and `published` has the prices that the exchange gave out.
 */
export class FollowedMarket {
  readonly clock = new FakeClock(START);
  readonly exchange: StandInExchange;
  readonly auditor: Auditor;
  readonly counts: Record<string, number> = {};
  readonly trades: TradeState[] = [];
  /** Of {@link auditor}, and what it can't know: prices that the exchange never gave out. */
  readonly violations: string[];
  /** While its storage is out of reach a market may fail, and what has fired waits. */
  isCut = false;
  host!: MarketHost;
  #kill: () => void = () => undefined;
  readonly #published = new Set<string>();
  readonly #newest = new Map<string, string>();
  readonly #around: Surroundings;
  readonly #beatMs: number;

  constructor(minutes: Minutes, { beatMs = 1_000, surround = inMemory }: FollowedOptions = {}) {
    const onPrice = (symbol: string, price: bigint, time: number): void => {
      const said = saying({ symbol, price, time });
      this.#published.add(said);
      this.#newest.set(symbol, said);
    };
    this.exchange = new StandInExchange({ clock: this.clock, minutes, onPrice, beatMs });
    this.#beatMs = beatMs;
    this.#around = surround(this.exchange);
    const symbols = minutes.pairs.map(({ symbol }) => symbol);
    this.auditor = new Auditor({ symbols, rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE });
    this.violations = this.auditor.violations;
  }

  get candles(): CandleStore {
    return this.#around.candles;
  }

  async start(): Promise<void> {
    const { clock, candles } = this;
    const { transport, restUrl, streamUrl, ids } = this.#around;
    const known = await this.#around.known();
    const feed = await BinanceFeed.open({
      ...{ clock, random: () => 0.5, since: START - 86_400_000, knownSymbols: known },
      ...{ transport, restUrl, streamUrl },
    });
    const start = feed.start.bind(feed);
    feed.start = (sink, resumeAt) => start(this.#overhear(sink), resumeAt);
    let isDead = false;
    // What a process that has died still tries, nobody gets to know.
    const onFailure = (message: string, error: unknown): void => {
      if (!this.isCut && !isDead) this.#wrong(`${message}: ${String(error)}`);
    };
    const book = new VenueBook({ feed, store: candles, clock, onError: (error) => onFailure('candles', error) });
    const journal = this.#around.openJournal({
      decided: (batch) => this.auditor.decided(batch, this.host.status().now),
      committed: (batch) => this.#committed(batch),
      aborted: () => this.auditor.aborted(),
    });
    this.#kill = () => {
      isDead = true;
      journal.kill();
      feed.stop();
      void book.stop();
    };
    this.host = new MarketHost({
      ...{ definition: FOLLOWED, feed, candles: book, clock, candlesUntil: null, journal, ids, onFailure },
      saveEnded: () => Promise.resolve(),
    });
    feed.follow({
      candle: (symbol, candle, isClosed) => book.candle(symbol, candle, isClosed),
      day: (symbol, day) => book.day(symbol, day),
    });
    this.host.listen({
      price: (_market, record) => this.auditor.shown(record),
      account: (event) => this.auditor.event(event),
    });
    const { lastSeq, lastRecordTime } = await journal.load();
    this.auditor.restarted(lastSeq, lastRecordTime, await this.#references(known));
    await this.host.start();
    await this.#around.arrive(this.host);
  }

  async stop(): Promise<void> {
    const stopped = this.host.stop();
    await this.run(30);
    await stopped;
    this.exchange.stop();
  }

  /** The process dies, and another one takes its place some time later. */
  async killAndRestart(after: number): Promise<void> {
    this.#kill();
    await this.run(after);
    await this.start();
  }

  /** Lets seconds pass, and what is said in each be done. */
  async run(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds * 1_000; passed += this.#beatMs) {
      this.clock.advance(this.#beatMs);
      await this.#around.arrive(this.host);
    }
  }

  /** Ends all faults. @returns after how many seconds every pair has the newest price that the exchange says */
  async recover(atMost: number): Promise<number> {
    this.exchange.setFaults(NO_FAULTS);
    for (let seconds = 1; seconds <= atMost; seconds++) {
      await this.run(1);
      if (this.isCurrent()) return seconds;
    }
    throw new Error(`no prices: ${this.host.stats().problem} ${JSON.stringify(this.host.stats().rejected)}`);
  }

  isCurrent(): boolean {
    return this.host
      .tickers()
      .every(({ pair, last }) => last !== null && saying(last) === this.#newest.get(pair.symbol));
  }

  /** What is open, positions and orders. */
  open(): { symbol: string }[] {
    const { positions, orders } = this.auditor.books;
    return [...positions.values(), ...orders.values()].map(({ state }) => state);
  }

  async submit(command: Command): Promise<Outcome> {
    const asked = this.auditor.asked(command, null, this.host.status().now);
    const outcome = await this.host.submit(command);
    this.auditor.replied(asked, outcome, this.host.status().now);
    return outcome;
  }

  /** What every pair's last stored minute closed at. */
  async #references(symbols: Iterable<string>): Promise<Map<string, bigint>> {
    const references = new Map<string, bigint>();
    for (const symbol of symbols) {
      const [last] = await this.candles.read(symbol, '1m', 1, null);
      if (last !== undefined) references.set(symbol, last.close);
    }
    return references;
  }

  #overhear(sink: FeedSink): FeedSink {
    const tick = (told: RawTick): void => {
      this.auditor.tick(told, this.host.status().now);
      sink.tick(told);
    };
    return { tick, ended: () => sink.ended(), delisted: (symbol) => sink.delisted(symbol) };
  }

  #committed(batch: Batch): void {
    this.auditor.committed();
    for (const record of batch.priceRecords) this.#checkRecord(record, batch.at);
    this.trades.push(...batch.trades);
    for (const { reason } of batch.trades) this.#count(reason);
    for (const { status } of batch.endedOrders) this.#count(`order ${status}`);
  }

  /** What a decision went by was said by the exchange, and is not stale when it decides. */
  #checkRecord(record: PriceRecord, at: number): void {
    if (!this.#published.has(saying(record))) this.#wrong(`the exchange never said ${saying(record)}`);
    if (!this.isCut && at - record.time > DEFAULT_RULES.staleAfterMs)
      this.#wrong(`${saying(record)} is stale at ${at}`);
  }

  #wrong(what: string): void {
    this.violations.push(what);
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}
