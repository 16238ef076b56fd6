import type { BlockReason } from '@plecho/domain';
import type { ClientBase } from 'pg';
import type { LogLine } from '../../identity/ports.ts';

const CHANGE = `
  WITH changed AS (
    UPDATE users SET block_reason = $2 WHERE id = $1 AND block_reason IS DISTINCT FROM $2 RETURNING id
  )
  INSERT INTO account_log (id, user_id, at, kind, operator_id, reason)
  SELECT $4, id, $5, CASE WHEN $2 IS NULL THEN 'unblocked' ELSE 'blocked' END, $6, $3 FROM changed`;

/** Sessions are locked in the order of their ids (rule L10): their owner may be ending them at the same time. */
const END_STEP_UPS = `
  WITH open AS (SELECT id FROM sessions WHERE user_id = $1 AND operator_since IS NOT NULL ORDER BY id FOR UPDATE)
  UPDATE sessions SET operator_since = NULL, operator_seen_at = NULL WHERE id IN (SELECT id FROM open)`;

/**
 * Blocks or unblocks a user whose row the transaction has locked, with the line in their log (charter rule C4).
 * @param blockReason null to unblock
 * @param reason of the act itself
 * @param line without an operator when whoever runs the server does it
 * @returns false when nothing changed; then nothing is logged
 */
export async function changeBlock(
  client: ClientBase,
  userId: bigint,
  blockReason: BlockReason | null,
  reason: BlockReason,
  { id, at, operatorId }: LogLine,
): Promise<boolean> {
  const { rowCount } = await client.query(CHANGE, [userId, blockReason, reason, id, at, operatorId]);
  if (rowCount === 0) return false;
  if (blockReason !== null) await client.query(END_STEP_UPS, [userId]);
  return true;
}
