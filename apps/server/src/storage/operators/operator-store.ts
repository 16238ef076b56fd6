import type { BlockReason } from '@plecho/contract';
import type { Pool } from 'pg';
import type { LogLine } from '../../identity/ports.ts';
import type { OperatorStore, Standing, StepUpCutoff } from '../../operators/ports.ts';

const STANDING = `
  SELECT u.role = 'operator' AS is_operator, s.operator_since, s.operator_seen_at
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`;

const AUTHORISE = `
  WITH asked AS (SELECT u.role = 'operator' AS is_operator FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1),
  used AS (
    UPDATE sessions s SET operator_seen_at = greatest(s.operator_seen_at, $2) FROM users u
    WHERE s.id = $1 AND u.id = s.user_id AND u.role = 'operator' AND s.operator_seen_at > $3 AND s.operator_since > $4
    RETURNING s.id
  )
  SELECT is_operator, EXISTS (SELECT FROM used) AS is_good FROM asked`;

const STEP_UP = `
  UPDATE sessions s SET operator_since = $3, operator_seen_at = $3 FROM users u, operator_secret o
  WHERE s.id = $1 AND u.id = s.user_id AND u.role = 'operator' AND o.hash = $2`;

const SET_BLOCKED = `
  WITH changed AS (
    UPDATE users SET block_reason = CASE WHEN $2 THEN $3 END
    WHERE id = $1 AND block_reason IS DISTINCT FROM CASE WHEN $2 THEN $3 END RETURNING id
  )
  INSERT INTO account_log (id, user_id, at, kind, operator_id, reason)
  SELECT $4, id, $5, CASE WHEN $2 THEN 'blocked' ELSE 'unblocked' END, $6, $3 FROM changed`;

const milliseconds = (value: bigint | null): number | null => (value === null ? null : Number(value));

export class PgOperatorStore implements OperatorStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async standing(sessionId: bigint): Promise<Standing | null> {
    const { rows } = await this.#pool.query<{
      is_operator: boolean;
      operator_since: bigint | null;
      operator_seen_at: bigint | null;
    }>(STANDING, [sessionId]);
    const [row] = rows;
    if (row === undefined) return null;
    const { is_operator, operator_since, operator_seen_at } = row;
    return { isOperator: is_operator, since: milliseconds(operator_since), seenAt: milliseconds(operator_seen_at) };
  }

  async authorise(
    sessionId: bigint,
    now: number,
    { seenAfter, madeAfter }: StepUpCutoff,
  ): Promise<{ isOperator: boolean; isGood: boolean } | null> {
    const { rows } = await this.#pool.query<{ is_operator: boolean; is_good: boolean }>(AUTHORISE, [
      ...[sessionId, now, seenAfter, madeAfter],
    ]);
    return rows[0] === undefined ? null : { isOperator: rows[0].is_operator, isGood: rows[0].is_good };
  }

  async secretHash(): Promise<string | null> {
    const { rows } = await this.#pool.query<{ hash: string }>('SELECT hash FROM operator_secret');
    return rows[0]?.hash ?? null;
  }

  async stepUp(sessionId: bigint, secretHash: string, now: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(STEP_UP, [sessionId, secretHash, now]);
    return rowCount === 1;
  }

  async stepDown(sessionId: bigint): Promise<void> {
    await this.#pool.query('UPDATE sessions SET operator_since = NULL, operator_seen_at = NULL WHERE id = $1', [
      sessionId,
    ]);
  }

  async setBlocked(
    userId: bigint,
    blocked: boolean,
    reason: BlockReason,
    { id, at, operatorId }: LogLine,
  ): Promise<boolean> {
    const { rowCount } = await this.#pool.query(SET_BLOCKED, [userId, blocked, reason, id, at, operatorId]);
    return rowCount === 1;
  }
}
