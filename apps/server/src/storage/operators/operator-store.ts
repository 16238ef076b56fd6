import type { ClassName } from '@plecho/contract';
import type { BlockReason, ClassWord } from '@plecho/domain';
import type { Pool } from 'pg';
import type { LogLine } from '../../identity/ports.ts';
import type { OperatorStore, Standing, StepUpCutoff } from '../../operators/ports.ts';
import { inTransaction } from '../transaction.ts';
import { changeBlock } from './block.ts';

const STANDING = `
  SELECT u.role = 'operator' AS is_operator, u.block_reason IS NOT NULL AS is_blocked, s.operator_since, s.operator_seen_at
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`;

const AUTHORISE = `
  WITH asked AS (
    SELECT u.role = 'operator' AS is_operator, u.block_reason IS NOT NULL AS is_blocked
    FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1
  ), used AS (
    UPDATE sessions s SET operator_seen_at = greatest(s.operator_seen_at, $2) FROM users u
    WHERE s.id = $1 AND u.id = s.user_id AND u.role = 'operator' AND u.block_reason IS NULL
      AND s.operator_seen_at > $3 AND s.operator_since > $4
    RETURNING s.id
  )
  SELECT is_operator, is_blocked, EXISTS (SELECT FROM used) AS is_good FROM asked`;

const STEP_UP = `
  UPDATE sessions s SET operator_since = $4, operator_seen_at = $4, token_hash = $3 FROM users u, operator_secret o
  WHERE s.id = $1 AND u.id = s.user_id AND u.role = 'operator' AND u.block_reason IS NULL AND o.hash = $2`;

const CLASS_NAMES = `
  SELECT k.market_id, c.word, c.number
  FROM (SELECT market_id, id FROM classes UNION ALL SELECT market_id, class_id FROM drills) AS k JOIN classes c ON c.id = k.id
  WHERE k.market_id = ANY ($1)`;

/** Both in the order of their ids (rule L10), so that each act sees what the other one did. */
const LOCK_BOTH = `
  SELECT id, role = 'operator' AND block_reason IS NULL AS has_power FROM users WHERE id IN ($1, $2)
  ORDER BY id FOR NO KEY UPDATE`;

const milliseconds = (value: bigint | null): number | null => (value === null ? null : Number(value));

export class PgOperatorStore implements OperatorStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async standing(sessionId: bigint): Promise<Standing | null> {
    const { rows } = await this.#pool.query<{
      is_operator: boolean;
      is_blocked: boolean;
      operator_since: bigint | null;
      operator_seen_at: bigint | null;
    }>(STANDING, [sessionId]);
    const [row] = rows;
    if (row === undefined) return null;
    const { is_operator, is_blocked, operator_since, operator_seen_at } = row;
    return {
      ...{ isOperator: is_operator, isBlocked: is_blocked },
      ...{ since: milliseconds(operator_since), seenAt: milliseconds(operator_seen_at) },
    };
  }

  async authorise(
    sessionId: bigint,
    now: number,
    { seenAfter, madeAfter }: StepUpCutoff,
  ): Promise<{ isOperator: boolean; isBlocked: boolean; isGood: boolean } | null> {
    const { rows } = await this.#pool.query<{ is_operator: boolean; is_blocked: boolean; is_good: boolean }>(
      AUTHORISE,
      [sessionId, now, seenAfter, madeAfter],
    );
    const [row] = rows;
    return row === undefined ? null : { isOperator: row.is_operator, isBlocked: row.is_blocked, isGood: row.is_good };
  }

  async classNames(marketIds: readonly string[]): Promise<ReadonlyMap<string, ClassName>> {
    const { rows } = await this.#pool.query<{ market_id: string; word: ClassWord; number: number }>(CLASS_NAMES, [
      marketIds,
    ]);
    return new Map(rows.map(({ market_id, word, number }) => [market_id, { word, number }]));
  }

  async secretHash(): Promise<string | null> {
    const { rows } = await this.#pool.query<{ hash: string }>('SELECT hash FROM operator_secret');
    return rows[0]?.hash ?? null;
  }

  async stepUp(sessionId: bigint, secretHash: string, tokenHash: Buffer, now: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(STEP_UP, [sessionId, secretHash, tokenHash, now]);
    return rowCount === 1;
  }

  async stepDown(sessionId: bigint): Promise<void> {
    await this.#pool.query('UPDATE sessions SET operator_since = NULL, operator_seen_at = NULL WHERE id = $1', [
      sessionId,
    ]);
  }

  setBlocked(
    userId: bigint,
    blocked: boolean,
    reason: BlockReason,
    line: LogLine & { operatorId: bigint },
  ): Promise<'changed' | 'unchanged' | 'powerless'> {
    return inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ id: bigint; has_power: boolean }>(LOCK_BOTH, [userId, line.operatorId]);
      if (rows.find(({ id }) => id === line.operatorId)?.has_power !== true) return 'powerless';
      return (await changeBlock(client, userId, blocked ? reason : null, reason, line)) ? 'changed' : 'unchanged';
    });
  }
}
