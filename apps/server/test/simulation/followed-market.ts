import { DEFAULT_RULES, DEFAULT_START_BALANCE } from '@plecho/domain';
import { Auditor, FakeClock } from '@plecho/testkit';
import { DirectTransport } from '../../../../tools/exchange/direct.ts';
import { StandInExchange } from '../../../../tools/exchange/exchange.ts';
import { NO_FAULTS } from '../../../../tools/exchange/faults.ts';
import type { Minutes } from '../../../../tools/exchange/minutes.ts';
import type { Batch, PriceRecord, TradeState } from '../../src/commands/batch.ts';
import type { Command, Outcome } from '../../src/commands/command.ts';
import { VenueBook } from '../../src/engine/candles/venue-book.ts';
import { MarketHost } from '../../src/engine/market-host.ts';
import { BinanceFeed } from '../../src/feeds/binance/binance-feed.ts';
import type { FeedSink, RawTick } from '../../src/feeds/feed.ts';
import { MemoryCandles } from './memory-candles.ts';
import { FAIR, MemoryJournal, MemoryStore } from './memory-journal.ts';

/** 2026-09-21 23:00:05 UTC. */
const START = 1_790_031_605_000;

/** A price as the exchange said it. */
const saying = ({ symbol, price, time }: { symbol: string; price: bigint | null; time: number }): string =>
  `${symbol} ${price} ${time}`;

/**
 * A market that follows a stand-in exchange, without a network and on one clock that is moved by hand: every run is the
 * same. The auditor hears the ticks that the market gets, and `published` has the prices that the exchange gave out.
 */
export class FollowedMarket {
  readonly clock = new FakeClock(START);
  readonly exchange: StandInExchange;
  readonly candles = new MemoryCandles();
  readonly auditor: Auditor;
  readonly counts: Record<string, number> = {};
  readonly trades: TradeState[] = [];
  /** Of {@link auditor}, and what it can't know: prices that the exchange never gave out. */
  readonly violations: string[];
  host!: MarketHost;
  #kill: () => void = () => undefined;
  readonly #published = new Set<string>();
  readonly #newest = new Map<string, string>();
  readonly #store = new MemoryStore();
  readonly #transport: DirectTransport;
  readonly #beatMs: number;

  /** @param beatMs how often the exchange says prices, which is also how far the clock goes in a step */
  constructor(minutes: Minutes, beatMs: number) {
    const onPrice = (symbol: string, price: bigint, time: number): void => {
      const said = saying({ symbol, price, time });
      this.#published.add(said);
      this.#newest.set(symbol, said);
    };
    this.exchange = new StandInExchange({ clock: this.clock, minutes, onPrice, beatMs });
    this.#beatMs = beatMs;
    this.#transport = new DirectTransport(this.exchange);
    const symbols = minutes.pairs.map(({ symbol }) => symbol);
    this.auditor = new Auditor({ symbols, rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE });
    this.violations = this.auditor.violations;
  }

  async start(): Promise<void> {
    const { clock } = this;
    const known = (await this.candles.spans()).map(({ symbol }) => symbol);
    const feed = await BinanceFeed.open({
      ...{
        clock,
        random: () => 0.5,
        since: START - 86_400_000,
        knownSymbols: new Set(known),
        transport: this.#transport,
      },
      ...{ restUrl: new URL('http://exchange.test'), streamUrl: new URL('ws://exchange.test') },
    });
    const start = feed.start.bind(feed);
    feed.start = (sink, resumeAt) => start(this.#overhear(sink), resumeAt);
    const book = new VenueBook({ feed, store: this.candles, clock, onError: (error) => this.#wrong(String(error)) });
    const journal = new MemoryJournal(this.#store, FAIR, {
      decided: (batch) => this.auditor.decided(batch, this.host.status().now),
      committed: (batch) => this.#committed(batch),
      aborted: () => this.auditor.aborted(),
    });
    this.#kill = () => {
      journal.kill();
      feed.stop();
      void book.stop();
    };
    this.host = new MarketHost({
      definition: {
        ...{ id: 'binance', kind: 'exchange', title: 'Подставная биржа', label: 'Подставная биржа' },
        ...{ startAt: START / 1000 - 86_400, rules: DEFAULT_RULES, startBalance: DEFAULT_START_BALANCE },
        ...{ parameters: { source: 'standIn' }, scenario: null, endAt: null, ended: false },
      },
      ...{ feed, candles: book, clock, candlesUntil: null },
      journal,
      ids: { next: () => (this.#store.lastId += 1n) },
      saveEnded: () => Promise.resolve(),
      onFailure: (message, error) => this.#wrong(`${message}: ${String(error)}`),
    });
    feed.follow({
      candle: (symbol, candle, isClosed) => book.candle(symbol, candle, isClosed),
      day: (symbol, day) => book.day(symbol, day),
      delisted: (symbol) => void this.host.endPair(symbol),
    });
    this.host.listen({
      price: (_market, record) => this.auditor.shown(record),
      account: (event) => this.auditor.event(event),
    });
    this.auditor.restarted(this.#store.lastSeq, this.#store.lastRecordTime, await this.#references());
    await this.host.start();
    await arrive();
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
      await arrive();
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
    return [...this.#store.positions.values(), ...this.#store.orders.values()];
  }

  async submit(command: Command): Promise<Outcome> {
    const asked = this.auditor.asked(command, null, this.host.status().now);
    const outcome = await this.host.submit(command);
    this.auditor.replied(asked, outcome, this.host.status().now);
    return outcome;
  }

  /** What every pair's last stored minute closed at. */
  async #references(): Promise<Map<string, bigint>> {
    const minutes = await this.candles.minutes(0, Number.POSITIVE_INFINITY);
    return new Map([...minutes].flatMap(([symbol, all]) => all.slice(-1).map(({ close }) => [symbol, close] as const)));
  }

  #overhear(sink: FeedSink): FeedSink {
    const tick = (told: RawTick): void => {
      this.auditor.tick(told, this.host.status().now);
      sink.tick(told);
    };
    return { tick, ended: () => sink.ended() };
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
    if (at - record.time > DEFAULT_RULES.staleAfterMs) this.#wrong(`${saying(record)} is stale at ${at}`);
  }

  #wrong(what: string): void {
    this.violations.push(what);
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

/** Nothing but promises is between the exchange and the market: when the loop turns, all of them are done. */
const arrive = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
