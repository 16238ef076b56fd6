import type { Pool } from 'pg';
import type { AccountLogReader, LogFilter, LogRecordView } from '../../identity/ports.ts';

const LIST = `
  SELECT id, at, kind, CASE WHEN operator_id IS NOT NULL THEN 'operator' WHEN kind IN ('blocked', 'unblocked') THEN 'server'
    WHEN kind IN ('attemptPassed', 'attemptEnded', 'orderRefused') THEN 'rules' WHEN kind = 'entriesCancelled' THEN 'market'
    ELSE 'owner' END AS by, reason, market_id, amount FROM account_log
  WHERE user_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;

interface Row {
  id: bigint;
  at: bigint;
  kind: LogRecordView['kind'];
  by: LogRecordView['by'];
  reason: string | null;
  market_id: string | null;
  amount: bigint | null;
}

/** Reads people's own logs. Who of the operators acted is not theirs to know. */
export class PgAccountLogReader implements AccountLogReader {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async list({ userId, beforeId, limit }: LogFilter): Promise<LogRecordView[]> {
    const { rows } = await this.#pool.query<Row>(LIST, [userId, beforeId, limit]);
    return rows.map(({ id, at, kind, by, reason, market_id, amount }) => ({
      ...{ id, at: Number(at), kind, by, reason, marketId: market_id, amount },
    }));
  }
}
