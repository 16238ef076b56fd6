import type { Pool } from 'pg';
import type { PriceRecord } from '../../commands/batch.ts';
import type { LogAppend, LogHead, LogStore } from '../../engine/log/ports.ts';
import type { BoundedQuery } from '../connection.ts';
import { StorageError } from '../errors.ts';
import type { PgJournal } from '../journal/journal.ts';
import { fullBundle, nextBundle, storeBundle } from './pack.ts';
import { pruneBundle } from './prune.ts';
import { joinHashes, splitHashes } from './tiles.ts';

const HEAD = `
  SELECT size, frontier, last_seq, last_time, checkpoint,
    (SELECT data FROM log_definitions d WHERE d.market_number = l.market_number ORDER BY index DESC LIMIT 1) AS definition
  FROM market_logs l WHERE market_number = $1`;
const STORED = `
  SELECT seq, symbol, price, time FROM price_records WHERE market_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`;
const APPEND = 'SELECT append_log($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';

interface HeadRow {
  size: bigint;
  frontier: Buffer;
  last_seq: bigint;
  last_time: bigint | null;
  checkpoint: string | null;
  definition: Buffer;
}

const toHead = (row: HeadRow): LogHead => ({
  size: row.size,
  frontier: splitHashes(row.frontier),
  lastSeq: row.last_seq,
  lastTime: row.last_time === null ? null : Number(row.last_time),
  checkpoint: row.checkpoint,
  definition: new Uint8Array(row.definition),
});

/** The log of one market. What is packed and dropped goes over the pool: nobody's decision waits for it. */
export class PgLogStore implements LogStore {
  readonly #journal: PgJournal;
  readonly #pool: Pool;
  readonly #marketId: string;
  /** null until it was looked up. */
  #marketNumber: number | null = null;
  /** The bundle to be packed next, if it is known. */
  #next: bigint | null = null;

  constructor(journal: PgJournal, pool: Pool, marketId: string) {
    this.#journal = journal;
    this.#pool = pool;
    this.#marketId = marketId;
  }

  get term(): bigint {
    return this.#journal.term ?? 0n;
  }

  load(): Promise<LogHead | null> {
    return this.#journal.whileHeld(async (client, marketNumber) => {
      const { rows } = await client.query<HeadRow>(HEAD, [marketNumber]);
      return rows[0] === undefined ? null : toHead(rows[0]);
    });
  }

  stored(after: bigint, limit: number): Promise<PriceRecord[]> {
    return this.#journal.whileHeld(async (client) => {
      const { rows } = await client.query<Omit<PriceRecord, 'time'> & { time: bigint }>(STORED, [
        ...[this.#marketId, after, limit],
      ]);
      return rows.map((row) => ({ ...row, time: Number(row.time) }));
    });
  }

  async append({ term, expectedSize, entries, frontier, lastTime, checkpoint }: LogAppend): Promise<void> {
    const checkpointSize = checkpoint === null ? null : expectedSize + BigInt(entries.length);
    await this.#journal.whileHeld((client, marketNumber, timeoutMs) => {
      if (term !== this.term)
        throw new StorageError(`the market ${this.#marketId} was taken anew: its log has to be read`);
      const query: BoundedQuery = {
        ...{ name: 'append_log', text: APPEND, query_timeout: timeoutMs },
        values: [
          ...[marketNumber, expectedSize, entries.map(({ hash }) => Buffer.from(hash))],
          ...[entries.map(({ firstSeq }) => firstSeq), entries.map(({ lastSeq }) => lastSeq)],
          ...[entries.map(({ data }) => Buffer.from(data)), joinHashes(frontier), lastTime, checkpoint, checkpointSize],
        ],
      };
      return client.query(query);
    });
  }

  async pack(): Promise<boolean> {
    const market = await this.#number();
    const n = this.#next ?? (await nextBundle(this.#pool, market));
    const data = await fullBundle(this.#pool, market, n);
    this.#next = n;
    if (data === null) return false;
    // Unknown until it is done: somebody may have packed it.
    this.#next = null;
    await storeBundle(this.#pool, market, n, data);
    this.#next = n + 1n;
    return true;
  }

  async prune(inUse: readonly bigint[]): Promise<boolean> {
    return pruneBundle(this.#pool, this.#marketId, await this.#number(), inUse);
  }

  async #number(): Promise<number> {
    if (this.#marketNumber !== null) return this.#marketNumber;
    const { rows } = await this.#pool.query<{ number: number }>('SELECT number FROM markets WHERE id = $1', [
      this.#marketId,
    ]);
    if (rows[0] === undefined) throw new Error(`there is no market ${this.#marketId}`);
    return (this.#marketNumber = rows[0].number);
  }
}
