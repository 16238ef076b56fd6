import { MAX_INT64 } from '@plecho/domain';
import type {
  AlertBook,
  AlertRecord,
  AlertWriter,
  Labelled,
  NewAlert,
  RingRecord,
  WatchedPosition,
} from '../../alerts/ports.ts';
import type { Queryable } from '../connection.ts';
import { TERMS, toAlert, toRing, type AlertRow, type RingRow } from './rows.ts';

const NAMES = ['user_id', ...TERMS, 'pause_s', 'expires_at', 'created_at'];
const ADD = `
  WITH added AS (INSERT INTO alerts (${NAMES.join(', ')}) VALUES (${NAMES.map((_, n) => `$${n + 1}`).join(', ')}) RETURNING *)
  SELECT a.*, m.label FROM added a JOIN markets m ON m.id = a.market_id`;
const LIST = `
  SELECT a.*, m.label FROM alerts a JOIN markets m ON m.id = a.market_id WHERE a.user_id = $1 ORDER BY a.id DESC`;
const RINGS = `
  SELECT r.*, m.label FROM alert_rings r JOIN markets m ON m.id = r.market_id
  WHERE r.user_id = $1 AND r.id < $2 ORDER BY r.id DESC LIMIT $3`;
const COUNTS = `
  SELECT (SELECT count(*) FROM alert_rings WHERE user_id = $1 AND NOT seen)::integer AS unseen,
         (SELECT count(*) FROM alerts WHERE user_id = $1)::integer AS waiting`;
const POSITION = `
  SELECT p.symbol, p.side, p.liquidation_price AS "liquidationPrice"
  FROM positions p JOIN accounts a ON a.id = p.account_id
  WHERE p.id = $3 AND a.user_id = $1 AND a.market_id = $2`;

/** Alerts, for the people whose they are. */
export class PgAlertBook implements AlertBook, AlertWriter {
  readonly #client: Queryable;

  /** @param client a connection with a transaction makes everything part of it */
  constructor(client: Queryable) {
    this.#client = client;
  }

  async list(userId: bigint): Promise<Labelled<AlertRecord>[]> {
    const { rows } = await this.#client.query<Labelled<AlertRow>>(LIST, [userId]);
    return rows.map((row) => ({ ...toAlert(row), label: row.label }));
  }

  async remove(userId: bigint, alertId: bigint): Promise<boolean> {
    const text = 'DELETE FROM alerts WHERE id = $2 AND user_id = $1';
    return (await this.#client.query(text, [userId, alertId])).rowCount === 1;
  }

  async rings(userId: bigint, beforeId: bigint | null, limit: number): Promise<Labelled<RingRecord>[]> {
    const { rows } = await this.#client.query<Labelled<RingRow>>(RINGS, [userId, beforeId ?? MAX_INT64, limit]);
    return rows.map((row) => ({ ...toRing(row), label: row.label }));
  }

  async see(userId: bigint, upTo: bigint): Promise<boolean> {
    const found = await this.#client.query('SELECT FROM alert_rings WHERE id = $2 AND user_id = $1', [userId, upTo]);
    if (found.rowCount === 0) return false;
    const text = 'UPDATE alert_rings SET seen = true WHERE user_id = $1 AND id <= $2 AND NOT seen';
    await this.#client.query(text, [userId, upTo]);
    return true;
  }

  async counts(userId: bigint): Promise<{ unseen: number; waiting: number }> {
    const { rows } = await this.#client.query<{ unseen: number; waiting: number }>(COUNTS, [userId]);
    return rows[0] ?? { unseen: 0, waiting: 0 };
  }

  async countAlone(userId: bigint): Promise<number> {
    await this.#client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    return (await this.counts(userId)).waiting;
  }

  async isOpen(marketId: string): Promise<boolean> {
    const text = 'SELECT FROM markets WHERE id = $1 AND NOT ended FOR SHARE';
    return (await this.#client.query(text, [marketId])).rowCount === 1;
  }

  async position(
    userId: bigint,
    marketId: string,
    positionId: bigint,
  ): Promise<(WatchedPosition & { symbol: string }) | null> {
    const values = [userId, marketId, positionId];
    const { rows } = await this.#client.query<WatchedPosition & { symbol: string }>(POSITION, values);
    return rows[0] ?? null;
  }

  async add({ userId, marketId, terms, pause, expiresAt, createdAt }: NewAlert): Promise<Labelled<AlertRecord>> {
    const { rows } = await this.#client.query<Labelled<AlertRow>>(ADD, [
      ...[userId, marketId, terms.symbol, terms.kind, terms.direction],
      ...['level' in terms ? terms.level : null, 'percent' in terms ? terms.percent : null],
      ...['window' in terms ? terms.window : null, 'interval' in terms ? terms.interval : null],
      ...['positionId' in terms ? terms.positionId : null, pause, expiresAt, createdAt],
    ]);
    const [row] = rows;
    if (row === undefined) throw new Error('an alert was written and not found');
    return { ...toAlert(row), label: row.label };
  }
}
