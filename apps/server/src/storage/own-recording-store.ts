import type { Pool } from 'pg';
import type { KlineSource } from '../feeds/replay/kline-source.ts';

/** What a market has of a pair in a recording of its own; times are opening times in seconds. */
export interface OwnRecording {
  symbol: string;
  priceDecimals: number;
  first: number;
  last: number;
}

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

/**
 * Recordings of replays that were started before recordings were kept for everybody: each market has its own. None is
 * added any more; a market never changes, so what those play stays where it is.
 */
export class OwnRecordingStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async list(marketId: string): Promise<OwnRecording[]> {
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
