import type { Candle } from '@plecho/domain';
import type { Pool, PoolClient } from 'pg';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { KlineSource } from '../feeds/replay/kline-source.ts';
import { insertMarket } from './market-store.ts';
import { inTransaction } from './transaction.ts';

/** Recorded one-minute klines of a pair. */
export interface RecordedSeries {
  symbol: string;
  priceDecimals: number;
  /** Ascending, no two of the same minute. */
  klines: Candle[];
}

/** What a replay market has of a pair; times are opening times in seconds. */
export interface Recording {
  symbol: string;
  priceDecimals: number;
  first: number;
  last: number;
}

const CHUNK = 10_000;

const INSERT_KLINES = `
  INSERT INTO klines (recording_id, time, open, high, low, close, volume)
  SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])`;

const RECORDINGS = `
  SELECT r.symbol, r.price_decimals, min(k.time) AS first, max(k.time) AS last
  FROM recordings r JOIN klines k ON k.recording_id = r.id
  WHERE r.market_id = $1 GROUP BY r.id ORDER BY r.symbol`;

const READ = `
  SELECT time, open, high, low, close, volume FROM klines
  WHERE recording_id = (SELECT id FROM recordings WHERE market_id = $1 AND symbol = $2) AND time >= $3
  ORDER BY time LIMIT $4`;

interface KlineRow {
  time: bigint;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
}

async function insertSeries(client: PoolClient, marketId: string, series: RecordedSeries): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO recordings (market_id, symbol, price_decimals) VALUES ($1, $2, $3) RETURNING id',
    [marketId, series.symbol, series.priceDecimals],
  );
  const id = rows[0]?.id;
  for (let from = 0; from < series.klines.length; from += CHUNK) {
    const chunk = series.klines.slice(from, from + CHUNK);
    const column = (value: (kline: Candle) => bigint | number): string => `{${chunk.map(value).join(',')}}`;
    await client.query(INSERT_KLINES, [
      ...[id, column((k) => k.time), column((k) => k.open), column((k) => k.high), column((k) => k.low)],
      ...[column((k) => k.close), column((k) => k.volume)],
    ]);
  }
}

/** What replay markets play, kept with the market: it never changes, and nothing else is needed to play it again. */
export class RecordingStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** For the owner alone: adds a replay market with its recordings, whole or not at all. @returns false when the id is taken */
  async create(market: MarketDefinition, series: readonly RecordedSeries[], at: number): Promise<boolean> {
    return inTransaction(this.#pool, async (client) => {
      if (!(await insertMarket(client, market, at))) return false;
      for (const one of series) await insertSeries(client, market.id, one);
      return true;
    });
  }

  async list(marketId: string): Promise<Recording[]> {
    const { rows } = await this.#pool.query<{ symbol: string; price_decimals: number; first: bigint; last: bigint }>(
      RECORDINGS,
      [marketId],
    );
    return rows.map((row) => ({
      symbol: row.symbol,
      priceDecimals: row.price_decimals,
      first: Number(row.first),
      last: Number(row.last),
    }));
  }

  /** The recordings of one market as a replay reads them. */
  source(marketId: string): KlineSource {
    return {
      read: async (symbol, from, limit) => {
        const { rows } = await this.#pool.query<KlineRow>(READ, [marketId, symbol, from, limit]);
        return rows.map((row) => ({ ...row, time: Number(row.time) }));
      },
    };
  }
}
