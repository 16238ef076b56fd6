import { INTERVAL_SECONDS } from '@plecho/domain';
import type { IdSource } from '../commands/batch.ts';
import { CandleBook } from '../engine/candles/book.ts';
import { VenueBook } from '../engine/candles/venue-book.ts';
import type { Candles, CandleSpan } from '../engine/candles/ports.ts';
import type { MarketListener } from '../engine/events.ts';
import type { KeyRegister } from '../engine/key-register.ts';
import { localSide } from '../engine/local-side.ts';
import { definitionOf } from '../engine/log/definition.ts';
import { MarketLog } from '../engine/log/market-log.ts';
import type { LogSigner } from '../engine/log/ports.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { MarketHost } from '../engine/market-host.ts';
import type { MarketSide } from '../engine/market-port.ts';
import type { OwnedMarket } from '../engine/owned-market.ts';
import { isVenueFeed, type Feed } from '../feeds/feed.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { PgCandleStore } from '../storage/candle-store.ts';
import type { createPool, Target } from '../storage/connection.ts';
import { PgJournal } from '../storage/journal/journal.ts';
import type { WriterConnection } from '../storage/journal/writer-connection.ts';
import { PgLogStore } from '../storage/log/log-store.ts';
import { MarketStore } from '../storage/market-store.ts';
import { inTerm } from '../storage/transaction.ts';

const PROGRESS_EVERY_MS = 1_000;
const DAY = 86_400;

/** The clock, the pairs and the past prices of a market, and which of its pairs are delisted. */
export type Past = Pick<Feed, 'pairs' | 'now' | 'historyStart' | 'history' | 'delisted'>;

export interface RunningMarketOptions {
  definition: MarketDefinition;
  feed: Feed;
  target: Target;
  pool: ReturnType<typeof createPool>;
  writer: WriterConnection;
  /** Signs the checkpoints of the market's log. */
  signer: LogSigner;
  /** Of a market whose lock is taken already; one on the writer unless given. */
  journal?: PgJournal;
  clock: Clock;
  /** @see RunnerOptions.gatherMs */
  gatherMs?: number;
  /** Of the process. */
  keys: KeyRegister;
  log: Logger;
  ids: IdSource;
  listener: MarketListener;
  /** Of a market that plays a recording: its candles are there already, and up to where it has been played (ms). */
  replay?: { candles: Candles; played: number };
  /** A line for the person who watches the start. */
  onProgress: (line: string) => void;
}

/** Market time up to which finished candles are stored, ms. */
function endOf(spans: CandleSpan[]): number | null {
  const ends = spans.map(({ newest, interval }) => (newest + INTERVAL_SECONDS[interval]) * 1000);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Nobody but its owner sees a personal replay: what is logged of it can wait a little. */
function logOf({ definition, feed, pool, clock, log, signer }: RunningMarketOptions, journal: PgJournal): MarketLog {
  const { id, rules, ownerId } = definition;
  return new MarketLog({
    ...{ signer, rules, clock, beat: clock, isLazy: ownerId !== undefined },
    store: new PgLogStore(journal, pool, id),
    definition: definitionOf(definition, feed.pairs, signer.name(id)),
    onFailure: (message, error) => log.error({ err: error, market: id }, message),
  });
}

async function startHost(options: RunningMarketOptions, journal: PgJournal): Promise<{ host: MarketHost; past: Past }> {
  const { definition, feed, pool, clock, gatherMs, keys, log, ids, listener, onProgress, replay } = options;
  const store = new PgCandleStore(pool, definition.id, journal);
  const onFailure = (message: string, error: unknown, details?: string): void =>
    log.error({ err: error, market: definition.id, details }, message);
  const onError = (error: unknown): void => onFailure('candles could not be stored', error);
  const venue = isVenueFeed(feed) ? { feed, book: new VenueBook({ feed, store, clock, onError }) } : null;
  const host = new MarketHost({
    ...{ definition, feed, journal, ids, keys, clock, onFailure },
    saveEnded: () => inTerm(pool, journal, (client) => new MarketStore(client).setEnded(definition.id)),
    ...(gatherMs === undefined ? {} : { gatherMs }),
    log: logOf(options, journal),
    candles: venue?.book ?? replay?.candles ?? new CandleBook({ feed, store, clock, onError }),
    candlesUntil: replay?.played ?? feed.playedBefore ?? endOf(await store.spans()),
  });
  venue?.feed.follow({
    candle: (symbol, candle, isClosed) => venue.book.candle(symbol, candle, isClosed),
    day: (symbol, day) => venue.book.day(symbol, day),
  });
  host.listen(listener);
  let shownAt = clock.now();
  try {
    await host.start(({ phase, done }) => {
      // What is made here beside trading is ready when somebody asks; what is fetched is waited for.
      if ((phase !== 'essential' && venue === null) || clock.now() - shownAt < PROGRESS_EVERY_MS) return;
      shownAt = clock.now();
      onProgress(`${definition.title}: история цен, ${Math.floor(done * 100)} %`);
    });
    return { host, past: venue === null ? feed : pastOfVenue(feed, venue.book) };
  } catch (error) {
    await host.stop();
    throw error;
  }
}

/** A venue has no history at hand: what its book remembers of the last day. */
const pastOfVenue = (feed: Feed, book: VenueBook): Past => ({
  pairs: feed.pairs,
  now: () => feed.now(),
  get historyStart(): number {
    return Math.floor(feed.now() / 1000) - DAY;
  },
  history: (symbol, from, to) => book.minutes(symbol, from, to),
  delisted: () => feed.delisted?.() ?? [],
});

/** A market that runs, with what it holds: a feed, timers, and its lock on a connection. */
export class RunningMarket {
  /** What its owner may do with it. */
  readonly market: OwnedMarket;
  /** As the desk holds it. */
  readonly side: MarketSide;
  /** What is the past of the scenarios over it, too. */
  readonly past: Past;
  readonly #host: MarketHost;
  readonly #journal: PgJournal;

  private constructor(host: MarketHost, past: Past, journal: PgJournal) {
    this.#host = host;
    this.market = host;
    this.side = localSide(host);
    this.past = past;
    this.#journal = journal;
  }

  /** Holds nothing when it rejects. */
  static async start(options: RunningMarketOptions): Promise<RunningMarket> {
    const { target, definition, writer, feed, journal = new PgJournal(target, definition.id, writer) } = options;
    try {
      const { host, past } = await startHost(options, journal);
      return new RunningMarket(host, past, journal);
    } catch (error) {
      feed.stop();
      await journal.close();
      throw error;
    }
  }

  /**
   * Waits for all that was fired in it by now, and resolves with the term in which it is committed; null when a halt is in
   * the way, or it is being read again. Never rejects.
   */
  async committedIn(): Promise<bigint | null> {
    // Before: what is fired in a later one is not waited for.
    const { term } = this.#journal;
    await this.market.idle();
    return this.market.status().ready ? term : null;
  }

  /** Carries out what is in flight, stores it and lets go of everything. Never rejects. */
  async release(): Promise<void> {
    await this.#host.stop();
    await this.#journal.close();
  }
}
