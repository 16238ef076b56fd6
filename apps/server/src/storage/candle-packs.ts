import { type Candle, INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import type { ClientBase, Pool } from 'pg';
import type { Queryable } from './connection.ts';
import { packCandles, unpackCandles } from './candle-pack.ts';

export const DAY = 86_400;

/** Candles of one series that open on one UTC day. */
export interface SeriesDay {
  series: number;
  interval: Interval;
  /** Days since the epoch. */
  day: number;
  /** Ascending, at least one. */
  candles: readonly Candle[];
}

type PlaceOfDay = Pick<SeriesDay, 'series' | 'interval' | 'day'>;

const UPSERT = `
  INSERT INTO candle_packs (series_id, day, oldest, newest, candles)
  SELECT * FROM unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::bytea[])
  ON CONFLICT (series_id, day) DO UPDATE SET
    oldest = excluded.oldest, newest = excluded.newest, candles = excluded.candles`;

/** The first day of each series that has rows to be packed. */
const FIRST_DAYS = `
  SELECT s.id AS series, s.interval, (c.time / ${DAY})::int AS day
  FROM candle_series s
  CROSS JOIN LATERAL (SELECT time FROM candles WHERE series_id = s.id ORDER BY time LIMIT 1) c
  WHERE s.market_id = $1 AND s.interval <> '1d' AND c.time < $2 LIMIT $3`;

const NEWEST = `
  SELECT p.day, p.candles FROM candle_packs p
  WHERE p.series_id = (SELECT id FROM candle_series WHERE market_id = $1 AND symbol = $2 AND interval = $3)
    AND p.day < $4::bigint AND p.oldest < $5
  ORDER BY p.day DESC LIMIT $6`;

const MINUTES = `
  SELECT s.symbol, p.candles FROM candle_series s JOIN candle_packs p ON p.series_id = s.id
  WHERE s.market_id = $1 AND s.interval = '1m' AND p.day BETWEEN $2 AND $3 ORDER BY p.day`;

const DELETE = `
  DELETE FROM candle_packs WHERE (series_id, day) IN (
    SELECT p.series_id, p.day
    FROM candle_series s
    CROSS JOIN LATERAL (SELECT * FROM candle_packs WHERE series_id = s.id AND newest < $3 ORDER BY day LIMIT $4) p
    WHERE s.market_id = $1 AND s.interval = $2 LIMIT $4)`;

/** The later ones where both have a candle of the same time. Both ascending, and so is what comes out. */
export function joinCandles(earlier: readonly Candle[], later: readonly Candle[]): Candle[] {
  const next = later[0];
  const last = earlier.at(-1);
  if (next === undefined || last === undefined || last.time < next.time) return [...earlier, ...later];
  const byTime = new Map([...earlier, ...later].map((candle) => [candle.time, candle]));
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/** Stores whole days, in place of what was packed of them before. */
export async function writePacks(client: ClientBase, days: readonly SeriesDay[]): Promise<void> {
  await client.query({
    name: 'upsert_candle_packs',
    text: UPSERT,
    values: [
      days.map(({ series }) => series),
      days.map(({ day }) => day),
      days.map(({ candles }) => candles[0]?.time),
      days.map(({ candles }) => candles.at(-1)?.time),
      days.map(({ candles, interval }) => packCandles(candles, INTERVAL_SECONDS[interval])),
    ],
  });
}

/** At most `limit` series that have rows before `before` (seconds), with the first day of these rows. */
export async function daysToPack(
  client: ClientBase,
  marketId: string,
  before: number,
  limit: number,
): Promise<PlaceOfDay[]> {
  const { rows } = await client.query<PlaceOfDay>(FIRST_DAYS, [marketId, before, limit]);
  return rows;
}

/** What is packed of these days, in their order; null of those of which nothing is. */
export async function readPacks(client: ClientBase, days: readonly PlaceOfDay[]): Promise<(Candle[] | null)[]> {
  const { rows } = await client.query<{ candles: Buffer | null }>(
    `SELECT p.candles FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS d (series, day, place)
     LEFT JOIN candle_packs p ON p.series_id = d.series AND p.day = d.day ORDER BY d.place`,
    [days.map(({ series }) => series), days.map(({ day }) => day)],
  );
  return days.map(({ interval }, n) => {
    const pack = rows[n]?.candles ?? null;
    return pack === null ? null : unpackCandles(pack, INTERVAL_SECONDS[interval]);
  });
}

/** The newest packed candles that open before `before` (seconds), at least `limit` if there are so many. Ascending. */
export async function newestPacked(
  pool: Pool,
  series: readonly [marketId: string, symbol: string, interval: Interval],
  limit: number,
  before: number,
): Promise<Candle[]> {
  const length = INTERVAL_SECONDS[series[2]];
  const packs = Math.ceil((limit * length) / DAY) + 1;
  let found: Candle[] = [];
  let day = Math.ceil(before / DAY);
  // More than once only where days have holes.
  for (;;) {
    const { rows } = await pool.query<{ day: number; candles: Buffer }>(NEWEST, [...series, day, before, packs]);
    const candles = rows.toReversed().flatMap((row) => unpackCandles(row.candles, length));
    found = [...candles.filter(({ time }) => time < before), ...found];
    if (rows.length < packs || found.length >= limit) return found;
    day = rows.at(-1)?.day ?? 0;
  }
}

/**
 * Packed minutes that open in [from, to), by symbol, ascending. One pack in a turn: those of a hundred pairs would hold
 * everybody up for half a second.
 */
export async function packedMinutes(
  pool: Pool,
  marketId: string,
  from: number,
  to: number,
): Promise<Map<string, Candle[]>> {
  const days = [Math.floor(from / DAY), Math.floor((to - 1) / DAY)];
  const { rows } = await pool.query<{ symbol: string; candles: Buffer }>(MINUTES, [marketId, ...days]);
  const bySymbol = new Map<string, Candle[]>();
  for (const { symbol, candles } of rows) {
    const minutes = unpackCandles(candles, INTERVAL_SECONDS['1m']).filter(({ time }) => time >= from && time < to);
    bySymbol.set(symbol, [...(bySymbol.get(symbol) ?? []), ...minutes]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return bySymbol;
}

/** Deletes days of which all is older than `before` (seconds). @returns how many */
export async function deletePacks(
  client: Queryable,
  marketId: string,
  interval: Interval,
  before: number,
  limit: number,
): Promise<number> {
  const { rowCount } = await client.query(DELETE, [marketId, interval, before, limit]);
  return rowCount ?? 0;
}
