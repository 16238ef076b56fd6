import { type Candle, INTERVAL_SECONDS, type Interval, candleTime, mergeCandles } from '@plecho/domain';
import type { Pool, PoolClient } from 'pg';
import type { CandleSpan, CandleStore, LastDay, StoredCandle } from '../engine/candles/ports.ts';
import {
  DAY,
  type SeriesDay,
  daysToPack,
  deletePacks,
  joinCandles,
  newestPacked,
  packedMinutes,
  readPacks,
  writePacks,
} from './candle-packs.ts';
import { StorageError } from './errors.ts';
import { inTerm, type MarketTerm } from './transaction.ts';

/** Rows of one statement: enough to be quick, few enough to keep the texts short. */
const CHUNK = 5_000;

const UPSERT = `
  INSERT INTO candles (series_id, time, open, high, low, close, volume)
  SELECT * FROM unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
  ON CONFLICT (series_id, time) DO UPDATE SET
    open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume`;

const NEW_SERIES = `
  INSERT INTO candle_series (market_id, symbol, interval)
  SELECT $1, symbol, interval FROM unnest($2::text[], $3::text[]) AS s (symbol, interval)
  ON CONFLICT DO NOTHING`;

const SPANS = `
  SELECT s.symbol, s.interval, c.oldest, c.newest
  FROM candle_series s
  CROSS JOIN LATERAL (
    SELECT least((SELECT time FROM candles WHERE series_id = s.id ORDER BY time LIMIT 1),
                 (SELECT oldest FROM candle_packs WHERE series_id = s.id ORDER BY day LIMIT 1)) AS oldest,
           greatest((SELECT time FROM candles WHERE series_id = s.id ORDER BY time DESC LIMIT 1),
                    (SELECT newest FROM candle_packs WHERE series_id = s.id ORDER BY day DESC LIMIT 1)) AS newest
  ) c
  WHERE s.market_id = $1 AND c.oldest IS NOT NULL`;

/** The range of one series after another: the whole table is never read. */
const MINUTES = `
  SELECT s.symbol, c.time, c.open, c.high, c.low, c.close, c.volume
  FROM candle_series s
  CROSS JOIN LATERAL (
    SELECT * FROM candles WHERE series_id = s.id AND time >= $2 AND time < $3 ORDER BY time
  ) c
  WHERE s.market_id = $1 AND s.interval = '1m'`;

const DELETE = `
  DELETE FROM candles WHERE (series_id, time) IN (
    SELECT c.series_id, c.time
    FROM candle_series s
    CROSS JOIN LATERAL (
      SELECT series_id, time FROM candles WHERE series_id = s.id AND time < $3 ORDER BY time LIMIT $4
    ) c
    WHERE s.market_id = $1 AND s.interval = $2 LIMIT $4)`;

/** Rows of these days, out of the table: what is written meanwhile stays. */
const TAKE = `
  DELETE FROM candles USING unnest($1::int[], $2::bigint[], $3::bigint[]) AS d (series, first, last)
  WHERE series_id = d.series AND time >= d.first AND time < d.last
  RETURNING series_id, time, open, high, low, close, volume`;

/** A row as an array of texts: symbol apart, all are integers. */
type CandleTexts = [time: string, open: string, high: string, low: string, close: string, volume: string];

const toCandle = ([time, open, high, low, close, volume]: CandleTexts): Candle => ({
  time: Number(time),
  open: BigInt(open),
  high: BigInt(high),
  low: BigInt(low),
  close: BigInt(close),
  volume: BigInt(volume),
});

const asText = { getTypeParser: () => (text: string) => text };
const integers = (values: readonly (bigint | number)[]): string => `{${values.join(',')}}`;
const keyOf = (symbol: string, interval: Interval): string => `${symbol}:${interval}`;

/** A day of a series of which every candle is there; daily candles are never packed. */
const isWhole = ({ interval, candles }: SeriesDay): boolean =>
  interval !== '1d' && candles.length === DAY / INTERVAL_SECONDS[interval];

/**
 * Candles are stored as rows until their hour is over, and then as packs of a day of a series, which take a tenth of the
 * space; whole days, as they come from a history, are packed at once. Where both have a candle the row counts.
 * They are written over the pool, so that nobody's decision waits for them, in the term of the market's owner (rule O1).
 */
export class PgCandleStore implements CandleStore {
  readonly #pool: Pool;
  readonly #marketId: string;
  readonly #owner: MarketTerm | null;
  readonly #series = new Map<string, number>();

  /** @param owner null: candles are only read */
  constructor(pool: Pool, marketId: string, owner: MarketTerm | null = null) {
    this.#pool = pool;
    this.#marketId = marketId;
    this.#owner = owner;
  }

  async append(candles: readonly StoredCandle[]): Promise<void> {
    if (candles.length === 0) return;
    await this.#learnSeries(candles);
    const days = this.#daysOf(candles);
    const whole = days.filter(isWhole);
    const rows = days
      .filter((day) => !isWhole(day))
      .flatMap(({ series, candles: some }) => some.map((c) => [series, c] as const));
    await this.#write(async (client) => {
      if (whole.length > 0) {
        await this.#take(client, whole, Number.MAX_SAFE_INTEGER);
        await writePacks(client, whole);
      }
      for (let from = 0; from < rows.length; from += CHUNK) await this.#upsert(client, rows.slice(from, from + CHUNK));
    });
  }

  async read(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    const until = before ?? Number.MAX_SAFE_INTEGER;
    const { rows } = await this.#pool.query<CandleTexts>({
      text: `
        SELECT time, open, high, low, close, volume FROM candles
        WHERE series_id = (SELECT id FROM candle_series WHERE market_id = $1 AND symbol = $2 AND interval = $3)
          AND time < $4
        ORDER BY time DESC LIMIT $5`,
      values: [this.#marketId, symbol, interval, until, limit],
      rowMode: 'array',
      types: asText,
    });
    // After the rows: what is packed meanwhile is found twice, and not missed.
    const packed = await newestPacked(this.#pool, [this.#marketId, symbol, interval], limit, until);
    return joinCandles(packed, rows.map(toCandle).reverse()).slice(-limit);
  }

  async spans(): Promise<CandleSpan[]> {
    const { rows } = await this.#pool.query<{ symbol: string; interval: Interval; oldest: bigint; newest: bigint }>(
      SPANS,
      [this.#marketId],
    );
    return rows.map((row) => ({ ...row, oldest: Number(row.oldest), newest: Number(row.newest) }));
  }

  async minutes(from: number, to: number): Promise<Map<string, Candle[]>> {
    const { rows } = await this.#pool.query<[symbol: string, ...CandleTexts]>({
      ...{ text: MINUTES, values: [this.#marketId, from, to], rowMode: 'array', types: asText },
    });
    const bySymbol = new Map<string, Candle[]>();
    for (const [symbol, ...candle] of rows) {
      const series = bySymbol.get(symbol);
      if (series === undefined) bySymbol.set(symbol, [toCandle(candle)]);
      else series.push(toCandle(candle));
    }
    for (const [symbol, candles] of await packedMinutes(this.#pool, this.#marketId, from, to)) {
      bySymbol.set(symbol, joinCandles(candles, bySymbol.get(symbol) ?? []));
    }
    return bySymbol;
  }

  /** The newest stored day of every pair, by symbol; pairs without a candle are absent. */
  async lastDays(): Promise<Map<string, LastDay>> {
    const days = new Map<string, LastDay>();
    for (const { symbol, interval, newest } of await this.spans()) {
      if (interval !== '1m') continue;
      const minutes = await this.read(symbol, '1m', DAY / INTERVAL_SECONDS['1m'], null);
      const day = minutes.filter(({ time }) => time > newest - DAY);
      days.set(
        symbol,
        day.reduce((earlier, later) => mergeCandles(earlier, later, newest)),
      );
    }
    return days;
  }

  deleteBefore(interval: Interval, before: number, limit: number): Promise<number> {
    return this.#write(async (client) => {
      const { rowCount } = await client.query(DELETE, [this.#marketId, interval, before, limit]);
      const left = limit - (rowCount ?? 0);
      return limit - left + (left === 0 ? 0 : await deletePacks(client, this.#marketId, interval, before, left));
    });
  }

  pack(before: number, limit: number): Promise<number> {
    return this.#write(async (client) => {
      const days = await daysToPack(client, this.#marketId, before, limit);
      if (days.length === 0) return 0;
      const rows = await this.#take(client, days, before);
      const packs = await readPacks(client, days);
      const joined = days.map((day, n) => ({
        ...day,
        candles: joinCandles(packs[n] ?? [], rows.get(day.series) ?? []),
      }));
      await writePacks(client, joined);
      return days.length;
    });
  }

  async #write<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.#owner === null) throw new StorageError(`candles of ${this.#marketId} are only read here`);
    return inTerm(this.#pool, this.#owner, work);
  }

  /** Takes the rows of these days, one day of a series, that open before `before` (seconds). @returns them by series, ascending */
  async #take(
    client: PoolClient,
    days: readonly Pick<SeriesDay, 'series' | 'day'>[],
    before: number,
  ): Promise<Map<number, Candle[]>> {
    const { rows } = await client.query<[series: string, ...CandleTexts]>({
      text: TAKE,
      values: [
        days.map(({ series }) => series),
        days.map(({ day }) => day * DAY),
        days.map(({ day }) => Math.min((day + 1) * DAY, before)),
      ],
      rowMode: 'array',
      types: asText,
    });
    const bySeries = Map.groupBy(rows, ([series]) => Number(series));
    const ascending = (of: typeof rows): Candle[] =>
      of.map(([, ...texts]) => toCandle(texts)).sort((a, b) => a.time - b.time);
    return new Map([...bySeries].map(([series, of]) => [series, ascending(of)]));
  }

  /** By series and day, each ascending. Of equal ones the last counts. */
  #daysOf(stored: readonly StoredCandle[]): SeriesDay[] {
    const days = new Map<string, { series: number; interval: Interval; day: number; byTime: Map<number, Candle> }>();
    for (const { symbol, interval, candle } of stored) {
      const series = this.#seriesId(symbol, interval);
      const day = candleTime(candle.time * 1000, '1d') / DAY;
      const key = `${series} ${day}`;
      const known = days.get(key) ?? { series, interval, day, byTime: new Map<number, Candle>() };
      known.byTime.set(candle.time, candle);
      days.set(key, known);
    }
    return [...days.values()].map(({ byTime, ...place }) => ({
      ...place,
      candles: [...byTime.values()].sort((a, b) => a.time - b.time),
    }));
  }

  async #upsert(client: PoolClient, chunk: (readonly [series: number, candle: Candle])[]): Promise<void> {
    const column = (value: (c: Candle) => bigint | number): string =>
      integers(chunk.map(([, candle]) => value(candle)));
    await client.query({
      name: 'upsert_candles',
      text: UPSERT,
      values: [
        integers(chunk.map(([series]) => series)),
        ...[column((c) => c.time), column((c) => c.open), column((c) => c.high)],
        ...[column((c) => c.low), column((c) => c.close), column((c) => c.volume)],
      ],
    });
  }

  #seriesId(symbol: string, interval: Interval): number {
    const id = this.#series.get(keyOf(symbol, interval));
    if (id === undefined) throw new Error(`no candle series ${symbol} ${interval}`);
    return id;
  }

  async #learnSeries(candles: readonly StoredCandle[]): Promise<void> {
    const missing = new Map<string, StoredCandle>();
    for (const candle of candles) {
      const key = keyOf(candle.symbol, candle.interval);
      if (!this.#series.has(key)) missing.set(key, candle);
    }
    if (missing.size === 0) return;
    const wanted = [...missing.values()];
    await this.#pool.query(NEW_SERIES, [this.#marketId, wanted.map((c) => c.symbol), wanted.map((c) => c.interval)]);
    const { rows } = await this.#pool.query<{ id: number; symbol: string; interval: Interval }>(
      'SELECT id, symbol, interval FROM candle_series WHERE market_id = $1',
      [this.#marketId],
    );
    for (const { id, symbol, interval } of rows) this.#series.set(keyOf(symbol, interval), id);
  }
}
