import type { Pool } from 'pg';
import type { ThrottleKey, ThrottleStore } from '../../identity/ports.ts';

/** Keys are taken in one order, so that two logins that share some of them can't block each other (rule L10). */
const COUNT = `
  INSERT INTO throttle_windows AS w (key, attempts, ends_at)
  SELECT key, 1, $3 + window_ms FROM unnest($1::text[], $2::bigint[]) AS k (key, window_ms) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    attempts = CASE WHEN w.ends_at <= $3 THEN 1 ELSE w.attempts + 1 END,
    ends_at = CASE WHEN w.ends_at <= $3 THEN excluded.ends_at ELSE w.ends_at END
  RETURNING key, attempts, ends_at`;

const RELEASE = `
  UPDATE throttle_windows AS w SET attempts = w.attempts - 1
  FROM (SELECT key FROM throttle_windows WHERE key = ANY ($1::text[]) ORDER BY key FOR UPDATE) AS k
  WHERE w.key = k.key AND w.attempts > 0`;

export class PgThrottleStore implements ThrottleStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The keys must differ from each other. */
  async count(keys: ThrottleKey[], now: number): Promise<{ attempts: number; endsAt: number }[]> {
    const values = [keys.map(({ key }) => key), keys.map(({ windowMs }) => windowMs), now];
    const { rows } = await this.#pool.query<{ key: string; attempts: number; ends_at: bigint }>(COUNT, values);
    const byKey = new Map(rows.map((row) => [row.key, { attempts: row.attempts, endsAt: Number(row.ends_at) }]));
    return keys.map(({ key }) => {
      const counted = byKey.get(key);
      if (counted === undefined) throw new Error(`the attempt was not counted under ${key}`);
      return counted;
    });
  }

  async release(keys: string[]): Promise<void> {
    await this.#pool.query(RELEASE, [keys]);
  }

  async clear(keys: string[]): Promise<void> {
    await this.#pool.query('DELETE FROM throttle_windows WHERE key = ANY ($1::text[])', [keys]);
  }

  async prune(now: number): Promise<void> {
    await this.#pool.query('DELETE FROM throttle_windows WHERE ends_at <= $1', [now]);
  }
}
