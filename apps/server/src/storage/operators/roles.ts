import type { BlockReason } from '@plecho/domain';
import type { ClientBase } from 'pg';
import { drawId } from '../id-source.ts';
import { changeBlock } from './block.ts';

// Sessions are locked in the order of their ids (rule L10): their owner may be ending them at the same time.

/** A person with the role of an operator. */
export interface OperatorRow {
  phone: string;
  isBlocked: boolean;
  /** Wall clock, ms: the last time the operator area was used in a living session; null for never. */
  seenAt: number | null;
}

/** Gives a user the role. @returns false when nobody has this phone */
export async function giveRole(client: ClientBase, phone: string): Promise<boolean> {
  const { rowCount } = await client.query(`UPDATE users SET role = 'operator' WHERE phone = $1`, [phone]);
  return rowCount === 1;
}

/** Takes the role and every step-up made with it. @returns false when no operator has this phone */
export async function takeRole(client: ClientBase, phone: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH taken AS (UPDATE users SET role = 'user' WHERE phone = $1 AND role = 'operator' RETURNING id),
     open AS (
       SELECT id FROM sessions WHERE user_id IN (SELECT id FROM taken) ORDER BY id FOR UPDATE
     ), closed AS (
       UPDATE sessions SET operator_since = NULL, operator_seen_at = NULL WHERE id IN (SELECT id FROM open)
     )
     SELECT FROM taken`,
    [phone],
  );
  return rowCount === 1;
}

export async function listOperators(client: ClientBase): Promise<OperatorRow[]> {
  const { rows } = await client.query<{ phone: string; is_blocked: boolean; seen_at: bigint | null }>(
    `SELECT u.phone, u.block_reason IS NOT NULL AS is_blocked,
       (SELECT max(s.operator_seen_at) FROM sessions s WHERE s.user_id = u.id) AS seen_at
     FROM users u WHERE u.role = 'operator' ORDER BY u.id`,
  );
  return rows.map(({ phone, is_blocked, seen_at }) => ({
    ...{ phone, isBlocked: is_blocked, seenAt: seen_at === null ? null : Number(seen_at) },
  }));
}

/**
 * Blocks or unblocks an operator for whoever runs the server, who may do so to the last one too; the
 * line in the operator's own log says who did it.
 * @param reason null: by default `conduct`, and for an unblocking what the block was for
 * @returns null when no operator has this phone; otherwise whether anything changed
 */
export async function setOperatorBlocked(
  client: ClientBase,
  phone: string,
  blocked: boolean,
  reason: BlockReason | null,
  at: number,
): Promise<boolean | null> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ id: bigint; block_reason: BlockReason | null }>(
      `SELECT id, block_reason FROM users WHERE phone = $1 AND role = 'operator' FOR NO KEY UPDATE`,
      [phone],
    );
    const [user] = rows;
    const why = reason ?? (blocked ? null : user?.block_reason) ?? 'conduct';
    const line = { id: await drawId(client), at, operatorId: null };
    const changed = user === undefined ? null : await changeBlock(client, user.id, blocked ? why : null, why, line);
    await client.query('COMMIT');
    return changed;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

export async function hasSecret(client: ClientBase): Promise<boolean> {
  return (await client.query('SELECT FROM operator_secret')).rowCount === 1;
}

/** Sets the installation's operator secret and ends every step-up made with another one. */
export async function setSecret(client: ClientBase, hash: string, at: number): Promise<void> {
  await client.query(
    `WITH open AS (
       SELECT id FROM sessions WHERE operator_since IS NOT NULL ORDER BY id FOR UPDATE
     ), closed AS (
       UPDATE sessions SET operator_since = NULL, operator_seen_at = NULL WHERE id IN (SELECT id FROM open)
     )
     INSERT INTO operator_secret (hash, set_at) VALUES ($1, $2)
     ON CONFLICT (only_one) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at`,
    [hash, at],
  );
}
