import type { Hash } from '@plecho/proofs';
import type { PriceRecord } from '../../commands/batch.ts';
import type { Queryable } from '../connection.ts';

const HASH_BYTES = 32;
const PAGE = 5_000;

const MARKETS = `
  SELECT m.id FROM market_logs l JOIN markets m ON m.number = l.market_number ORDER BY m.number`;
const HEAD = `
  SELECT l.size, l.last_seq, l.checkpoint, l.checkpoint_size, l.frontier
  FROM market_logs l JOIN markets m ON m.number = l.market_number WHERE m.id = $1`;
/** Those of a bundle whose data was dropped. */
const KEPT = `
  WITH market AS (SELECT number FROM markets WHERE id = $1)
  SELECT index, data FROM log_kept, market
  WHERE market_number = number AND index >= $2::bigint * 256 AND index < ($2 + 1) * 256
  UNION ALL
  SELECT index, data FROM log_definitions, market
  WHERE market_number = number AND index >= $2::bigint * 256 AND index < ($2 + 1) * 256`;
const RECORDS = `
  SELECT seq, symbol, price, time FROM price_records WHERE market_id = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE}`;

/** The end of a log as it is stored. */
export interface AuditedHead {
  size: bigint;
  lastSeq: bigint;
  checkpoint: string | null;
  checkpointSize: bigint;
  /** Roots of the perfect subtrees, from left to right. */
  frontier: Hash[];
}

interface HeadRow {
  size: bigint;
  last_seq: bigint;
  checkpoint: string | null;
  checkpoint_size: bigint;
  frontier: Buffer;
}

/** What a log is compared with, beyond what everybody can read of it. */
export class PgLogAudit {
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** Ids of the markets that have a log, in the order in which they were made. */
  async markets(): Promise<string[]> {
    const { rows } = await this.#db.query<{ id: string }>(MARKETS);
    return rows.map(({ id }) => id);
  }

  async head(marketId: string): Promise<AuditedHead | null> {
    const { rows } = await this.#db.query<HeadRow>(HEAD, [marketId]);
    const [row] = rows;
    if (row === undefined) return null;
    const { size, last_seq: lastSeq, checkpoint, checkpoint_size: checkpointSize } = row;
    const count = row.frontier.length / HASH_BYTES;
    const frontier = Array.from({ length: count }, (_, at) =>
      Uint8Array.from(row.frontier.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
    );
    return { size, lastSeq, checkpoint, checkpointSize, frontier };
  }

  /** Entries that are still there of a bundle whose data was dropped, by index. */
  async kept(marketId: string, n: bigint): Promise<Map<bigint, Uint8Array>> {
    const { rows } = await this.#db.query<{ index: bigint; data: Buffer }>(KEPT, [marketId, n]);
    return new Map(rows.map(({ index, data }) => [index, Uint8Array.from(data)]));
  }

  /** Every price record of the market that a fill used, ascending. */
  async *records(marketId: string): AsyncGenerator<PriceRecord> {
    for (let last = 0n; ;) {
      const { rows } = await this.#db.query<{ seq: bigint; symbol: string; price: bigint; time: bigint }>(RECORDS, [
        ...[marketId, last],
      ]);
      for (const { seq, symbol, price, time } of rows) {
        yield { seq, symbol, price, time: Number(time) };
        last = seq;
      }
      if (rows.length < PAGE) return;
    }
  }
}
