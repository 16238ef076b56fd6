import type { Candle, Interval } from '@plecho/domain';
import type { Pool, PoolClient } from 'pg';
import type { CandleSpan, CandleStore, LastDay, StoredCandle } from '../engine/candles/ports.ts';
import { inTransaction } from './transaction.ts';

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
    SELECT (SELECT time FROM candles WHERE series_id = s.id ORDER BY time LIMIT 1) AS oldest,
           (SELECT time FROM candles WHERE series_id = s.id ORDER BY time DESC LIMIT 1) AS newest
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

const LAST_DAYS = `
  SELECT s.symbol, last.time, last.close, day.open, day.high, day.low, day.volume
  FROM candle_series s
  CROSS JOIN LATERAL (SELECT time, close FROM candles WHERE series_id = s.id ORDER BY time DESC LIMIT 1) last
  CROSS JOIN LATERAL (
    SELECT (array_agg(open ORDER BY time))[1] AS open, max(high) AS high, min(low) AS low, sum(volume)::bigint AS volume
    FROM candles WHERE series_id = s.id AND time > last.time - 86400
  ) day
  WHERE s.market_id = $1 AND s.interval = '1m'`;

const DELETE = `
  DELETE FROM candles WHERE (series_id, time) IN (
    SELECT c.series_id, c.time
    FROM candle_series s
    CROSS JOIN LATERAL (
      SELECT series_id, time FROM candles WHERE series_id = s.id AND time < $3 ORDER BY time LIMIT $4
    ) c
    WHERE s.market_id = $1 AND s.interval = $2 LIMIT $4)`;

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

export class PgCandleStore implements CandleStore {
  readonly #pool: Pool;
  readonly #marketId: string;
  readonly #series = new Map<string, number>();

  constructor(pool: Pool, marketId: string) {
    this.#pool = pool;
    this.#marketId = marketId;
  }

  async append(candles: readonly StoredCandle[]): Promise<void> {
    if (candles.length === 0) return;
    // The last of equal ones counts, and one statement may touch a row only once.
    const unique = new Map(candles.map((c) => [`${keyOf(c.symbol, c.interval)}:${c.candle.time}`, c]));
    await this.#learnSeries(candles);
    await inTransaction(this.#pool, async (client) => {
      const all = [...unique.values()];
      for (let from = 0; from < all.length; from += CHUNK) await this.#upsert(client, all.slice(from, from + CHUNK));
    });
  }

  async read(symbol: string, interval: Interval, limit: number, before: number | null): Promise<Candle[]> {
    const { rows } = await this.#pool.query<CandleTexts>({
      text: `
        SELECT time, open, high, low, close, volume FROM candles
        WHERE series_id = (SELECT id FROM candle_series WHERE market_id = $1 AND symbol = $2 AND interval = $3)
          AND time < $4
        ORDER BY time DESC LIMIT $5`,
      values: [this.#marketId, symbol, interval, before ?? Number.MAX_SAFE_INTEGER, limit],
      rowMode: 'array',
      types: asText,
    });
    return rows.map(toCandle).reverse();
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
    return bySymbol;
  }

  /** The newest stored day of every pair, by symbol; pairs without a candle are absent. */
  async lastDays(): Promise<Map<string, LastDay>> {
    const { rows } = await this.#pool.query<LastDay & { symbol: string }>(LAST_DAYS, [this.#marketId]);
    return new Map(rows.map(({ symbol, ...day }) => [symbol, { ...day, time: Number(day.time) }]));
  }

  async deleteBefore(interval: Interval, before: number, limit: number): Promise<number> {
    const { rowCount } = await this.#pool.query(DELETE, [this.#marketId, interval, before, limit]);
    return rowCount ?? 0;
  }

  async #upsert(client: PoolClient, chunk: StoredCandle[]): Promise<void> {
    const column = (value: (c: Candle) => bigint | number): string =>
      integers(chunk.map(({ candle }) => value(candle)));
    await client.query({
      name: 'upsert_candles',
      text: UPSERT,
      values: [
        integers(chunk.map(({ symbol, interval }) => this.#seriesId(symbol, interval))),
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
