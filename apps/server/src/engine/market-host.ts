import type { Candle, Interval, Pair, Price } from '@plecho/domain';
import type { AccountView, IdSource, Journal, MarketSnapshot, PriceRecord } from '../commands/batch.ts';
import type { Command, Idempotency, Outcome } from '../commands/command.ts';
import { quoteOf } from '../commands/quote.ts';
import { isVenueFeed, type Feed, type RawTick } from '../feeds/feed.ts';
import type { Clock } from '../lib/clock.ts';
import type { BackfillProgress, Candles, MoveCounts } from './candles/ports.ts';
import type { AccountEvent, MarketListener } from './events.ts';
import type { KeyRegister } from './key-register.ts';
import { lastPrice } from './last-price.ts';
import type { MarketLog } from './log/market-log.ts';
import { crossedSpread, type MarketDefinition } from './market-definition.ts';
import { MarketClock } from './market-clock.ts';
import type { MarketStats, MarketStatus, Ticker } from './market-port.ts';
import type { OwnedMarket } from './owned-market.ts';
import { PriceGate } from './price-gate.ts';
import { Premiums } from './premiums.ts';
import { PricePath } from './price-path.ts';
import { recallPath } from './recall-path.ts';
import { recallPremiums } from './recall-premiums.ts';
import { MarketRunner } from './runner.ts';

/** How far back a reference for the first price of a symbol is looked for, seconds. */
const REFERENCE_SECONDS = 600;
const END_RETRY_MS = 1_000;

export interface HostOptions {
  definition: MarketDefinition;
  feed: Feed;
  candles: Candles;
  journal: Journal;
  ids: IdSource;
  clock: Clock;
  /** Where every price goes that a fill can use (rule T1); absent where nothing is proved to anybody. */
  log?: MarketLog;
  /** Market time up to which candles are stored, ms; null if there are none. */
  candlesUntil: number | null;
  /** Makes the end of the market last. Called again after a failure. */
  saveEnded(): Promise<void>;
  /** @see RunnerOptions.gatherMs */
  gatherMs?: number;
  /** @see RunnerOptions.keys */
  keys?: KeyRegister;
  /** @see RunnerOptions.onFailure */
  onFailure(message: string, error: unknown, details?: string): void;
}

/** One running market: its feed, its gate, its candles and its runner. Nobody but its owner holds it: others have its port. */
export class MarketHost implements OwnedMarket {
  readonly id: string;
  readonly definition: MarketDefinition;
  readonly pairs: ReadonlyMap<string, Pair>;
  readonly #options: HostOptions;
  readonly #clock: MarketClock;
  readonly #gate: PriceGate;
  readonly #path: PricePath;
  readonly #premiums: Premiums;
  readonly #runner: MarketRunner;
  readonly #listeners: MarketListener[] = [];
  readonly ended: Promise<void>;
  readonly superseded: Promise<void>;
  #ended = false;
  #resolveEnded: () => void;
  #finishing: Promise<void> | null = null;
  #pricesEnded = false;
  #stopped = false;
  /** Symbols whose first price since the start is still to come. */
  readonly #unseen = new Set<string>();
  #validTicks = 0;
  #newestTime: number | null = null;

  constructor(options: HostOptions) {
    const { definition, feed, journal, ids, clock, gatherMs, keys, log } = options;
    this.id = definition.id;
    this.definition = definition;
    this.pairs = new Map(feed.pairs.map((pair) => [pair.symbol, pair]));
    this.#options = options;
    ({ promise: this.ended, resolve: this.#resolveEnded } = Promise.withResolvers<void>());
    this.#clock = new MarketClock(feed);
    this.#gate = new PriceGate(
      feed.pairs.map(({ symbol }) => symbol),
      definition.rules,
    );
    this.#path = new PricePath(definition.rules);
    this.#premiums = new Premiums(definition.rules.funding);
    const superseded = Promise.withResolvers<void>();
    this.superseded = superseded.promise;
    this.#runner = new MarketRunner({
      marketId: definition.id,
      rules: definition.rules,
      startBalance: definition.startBalance,
      prices: this.#gate,
      path: this.#path,
      premiums: this.#premiums,
      journal,
      ids,
      clock,
      marketNow: () => this.#clock.now(),
      publish: (event) => this.#publish(event),
      onResuming: () => this.#repeatPrices(),
      onSuperseded: () => superseded.resolve(),
      onFailure: (message, error, details) => options.onFailure(message, error, details),
      ...(gatherMs === undefined ? {} : { gatherMs }),
      ...(keys === undefined ? {} : { keys }),
      ...(log === undefined ? {} : { log }),
    });
  }

  /** Listeners are told in the order in which they were added. */
  listen(listener: MarketListener): void {
    this.#listeners.push(listener);
  }

  /**
   * Loads the market, prepares its candles and starts its prices. What crossed while the server was
   * down is decided on the first valid price of each symbol (rule E8). A server whose clock is behind
   * what the market has stored goes on from there (rule E11).
   * Rejects when the storage fails; the host can't be started a second time.
   */
  async start(onProgress?: (progress: BackfillProgress) => void): Promise<void> {
    const { candles, candlesUntil, feed } = this.#options;
    const { lastSeq, lastRecordTime, lastTime, ...open } = await this.#runner.start();
    const logged = await this.#startLog();
    const resumeAt = latest(latest(lastTime, logged.lastTime), candlesUntil);
    if (resumeAt !== null) this.#clock.goOnFrom(resumeAt);
    const now = this.#clock.now();
    this.#gate.resume(lastSeq, lastRecordTime);
    this.#gate.resume(logged.lastSeq, logged.lastTime);
    await candles.start(now, onProgress);
    await this.#setReferences();
    if (this.definition.rules.funding !== null) {
      await recallPremiums(this.#premiums, candles, this.pairs.keys(), {
        rounds: open.fundingRounds,
        startAt: this.definition.startAt,
      });
    }
    const delisted = (symbol: string): void => void this.endPair(symbol);
    await feed.start({ tick: (tick) => this.#tick(tick), ended: () => void this.end(), delisted }, resumeAt);
    await this.#runner.begin();
    void this.#recall(open);
  }

  /** Stops the prices, finishes what waits and resolves when all of it is stored. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#options.feed.stop();
    await this.#runner.stop();
    await this.#options.log?.stop();
    await this.#options.candles.stop();
  }

  end(): Promise<void> {
    this.#pricesEnded = true;
    this.#options.feed.stop();
    this.#finishing ??= this.#finish().finally(() => {
      this.#finishing = null;
    });
    return this.#finishing;
  }

  /**
   * Ends trade in a pair that its venue has taken off the list: what is open in it is closed at its last valid price,
   * the close of its last candle when there was none since the start. Asked again, it does no harm. Never rejects.
   */
  async endPair(symbol: string): Promise<void> {
    for (const listener of this.#listeners) listener.delisted?.(this.id, symbol);
    try {
      await this.#recallLast(symbol, this.#runner.newestFills().get(symbol) ?? null);
      await this.#runner.endPair(symbol);
    } catch (error) {
      if (!this.#stopped) this.#options.onFailure(`what is open in ${symbol} could not be closed yet`, error);
    }
  }

  /** Takes what a pair had last as its price when it had none since the start. @param filled the newest fill of what is open in it */
  async #recallLast(symbol: string, filled: PriceRecord | null): Promise<void> {
    if (this.#gate.lastKnown(symbol) !== null) return;
    const { candles, log } = this.#options;
    // With a spread a fill has a quote, and not the price that it belongs to.
    const known = this.definition.rules.spreads.has(symbol) ? null : filled;
    const last = await lastPrice(candles, symbol, known, this.#clock.now());
    const recalled = last === null ? null : this.#gate.recall(symbol, last.price, last.time);
    if (recalled !== null) log?.record(recalled);
  }

  idle(): Promise<void> {
    return this.#runner.idle();
  }

  /** @see MarketRunner.submit */
  submit(command: Command, idempotency?: Idempotency): Promise<Outcome> {
    return this.#runner.submit(command, idempotency);
  }

  /** Stops trading because a check found the market's books wrong. */
  halt(error: unknown): void {
    this.#runner.halt(error);
  }

  regain(): void {
    this.#runner.regain();
  }

  /** @see MarketRunner.resume */
  async resume(): Promise<boolean> {
    const resumed = await this.#runner.resume();
    if (resumed && this.#pricesEnded) void this.end();
    return resumed;
  }

  stats(): MarketStats {
    const { phase, halted, backlog, stats } = this.#runner;
    const { feed, log } = this.#options;
    return {
      ...stats,
      phase,
      halt: halted,
      backlog,
      validTicks: this.#validTicks,
      rejected: this.#gate.rejected,
      newestPriceAgeMs: this.#newestTime === null ? null : this.#clock.now() - this.#newestTime,
      candlesPending: this.#options.candles.pending,
      log: log?.stats() ?? null,
      problem: feed.problem ?? log?.problem ?? null,
    };
  }

  /** A halted market is not ready, an ended one is. */
  status(): MarketStatus {
    const { phase, halted, members } = this.#runner;
    const now = this.#clock.now();
    const started = now >= this.definition.startAt * 1000;
    const life = this.#ended ? 'ended' : started ? 'running' : 'upcoming';
    const playback = this.#options.feed.playback?.();
    const log = this.#options.log?.tip ?? null;
    const status = { life, halt: halted, ready: phase === 'running', now, members, log } as const;
    return playback === undefined ? status : { ...status, playback };
  }

  /** Resolves a little after the start, when {@link tickers} and {@link openCandle} know the day before it. Never rejects. */
  get whole(): Promise<void> | undefined {
    return this.#options.candles.whole;
  }

  tickers(): Ticker[] {
    const { candles } = this.#options;
    return [...this.pairs.values()].map((pair) => {
      const stats = candles.stats(pair.symbol);
      return {
        pair,
        last: this.#gate.lastKnown(pair.symbol),
        open24h: stats?.open ?? null,
        high24h: stats?.high ?? null,
        low24h: stats?.low ?? null,
        volume24h: stats?.volume ?? 0n,
      };
    });
  }

  /** @see MarketRunner.account */
  account(accountId: bigint): AccountView | null {
    return this.#runner.account(accountId);
  }

  lastRecord(symbol: string): PriceRecord | null {
    return this.#gate.lastKnown(symbol);
  }

  candles(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    return this.#options.candles.series(symbol, interval, limit, before);
  }

  openCandle(symbol: string, interval: Interval): Candle | null {
    return this.#options.candles.open(symbol, interval);
  }

  courses(): Map<string, Price[]> {
    const { candles } = this.#options;
    return new Map([...this.pairs.keys()].map((symbol) => [symbol, candles.course(symbol)]));
  }

  moveFrequency(symbol: string): Promise<MoveCounts> {
    const crossed = crossedSpread(this.definition, this.status().life, symbol);
    return this.#options.candles.moveFrequency(symbol, this.definition.rules.maintenance, crossed);
  }

  #startLog(): Promise<{ lastSeq: bigint; lastTime: number | null }> {
    const { log } = this.#options;
    if (log === undefined) return Promise.resolve({ lastSeq: 0n, lastTime: null });
    return log.start({
      now: () => this.#clock.now(),
      refused: (error) => this.#runner.halt(error),
      superseded: (error) => this.#runner.supersede(error),
      lost: () => this.#runner.regain(),
      inUse: () => this.#recordsInUse(),
    });
  }

  /** Firings of a market that is halted have prices of their own, however old. */
  #recordsInUse(): bigint[] | null {
    const { rules } = this.definition;
    if (this.#runner.phase !== 'running') return null;
    return [...this.pairs.keys()].flatMap((symbol) => {
      const record = this.#gate.lastKnown(symbol);
      if (record === null) return [];
      return [record, quoteOf(record, 'buy', rules), quoteOf(record, 'sell', rules)].map(({ seq }) => seq);
    });
  }

  #tick(tick: RawTick): void {
    const { candles, log } = this.#options;
    // What could not be logged, or compared with the triggers, must not be used.
    if (this.#stopped || this.#ended || log?.isFull === true || this.#runner.isFull) return;
    if (this.#unseen.delete(tick.symbol)) this.#referFromHistory(tick.symbol);
    const record = this.#gate.accept(tick, this.#clock.now());
    if (record === null) return;
    this.#validTicks++;
    if (this.#newestTime === null || record.time > this.#newestTime) this.#newestTime = record.time;
    const { symbol, price, time } = record;
    log?.record(record);
    candles.tick(symbol, price, time, tick.volume, this.definition.rules.spreads.get(symbol));
    this.#premiums.add(record);
    this.#runner.tick(record);
    for (const listener of this.#listeners) listener.price(this.id, record, tick.volume);
  }

  /**
   * People can trade at the newest prices of a halt as soon as it is over: what they have crossed is decided first (rule E5).
   * A stale one decides nothing, but is what a market that is over ends at: in no frame with what it passed during the halt.
   */
  #repeatPrices(): void {
    const now = this.#clock.now();
    for (const symbol of this.pairs.keys()) {
      const record = this.#gate.repeat(symbol);
      if (record === null) continue;
      this.#options.log?.record(record);
      if (now - record.time <= this.definition.rules.staleAfterMs) this.#runner.tick(record);
    }
  }

  #publish(event: AccountEvent): void {
    for (const listener of this.#listeners) listener.account(event);
  }

  /** What positions from before have met, read beside trading; a failure costs them these figures alone. */
  async #recall(open: Pick<MarketSnapshot, 'positions' | 'orders'>): Promise<void> {
    try {
      await recallPath(this.#path, this.#options.candles, open, this.#runner.haltedTimes);
      this.#runner.recall();
    } catch (error) {
      if (!this.#stopped) this.#options.onFailure('the best and worst prices of open positions are not known', error);
    }
  }

  /**
   * Without a reference the first price of a symbol could be an absurd one and liquidate everybody. A venue has no
   * history at hand: its last candle here will do, however old, because a new level is believed when it lasts. Where
   * the history is made, that of a symbol is made when its first price comes: not of all before the first of any.
   */
  async #setReferences(): Promise<void> {
    const { feed, candles } = this.#options;
    for (const { symbol } of feed.pairs) {
      if (feed.reference !== undefined) this.#setReference(symbol, feed.reference(symbol));
      else if (!isVenueFeed(feed)) this.#unseen.add(symbol);
      else this.#setReference(symbol, (await candles.series(symbol, '1m', 1, null))[0]?.close);
    }
  }

  #setReference(symbol: string, reference: Price | null | undefined): void {
    if (reference !== undefined && reference !== null) this.#gate.setReference(symbol, reference);
  }

  #referFromHistory(symbol: string): void {
    const to = Math.floor(this.#clock.now() / 1000);
    const last = this.#options.feed.history(symbol, to - REFERENCE_SECONDS, to).at(-1);
    this.#setReference(symbol, last?.close);
  }

  /** Closes everything, however often the storage has to be asked. A halt puts it off. */
  async #finish(): Promise<void> {
    while (!this.#stopped && !this.#ended) {
      try {
        for (const [symbol, filled] of this.#runner.newestFills()) await this.#recallLast(symbol, filled);
        const outcome = await this.#runner.submit({ type: 'endMarket' });
        if (!outcome.ok) return;
        await this.#options.candles.end();
        await this.#options.log?.finish();
        await this.#options.saveEnded();
        this.#ended = true;
        this.#resolveEnded();
      } catch (error) {
        this.#options.onFailure('the market could not be ended yet', error);
        await new Promise<void>((resolve) => this.#options.clock.after(END_RETRY_MS, resolve));
      }
    }
  }
}

const latest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
