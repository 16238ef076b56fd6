import type { Client, Pool } from 'pg';
import type { CommandResult, Idempotency, Outcome } from '../../commands/command.ts';
import { decodeAnswer } from './outcome-codec.ts';
import { idArray } from './row-literal.ts';

/** One look-up by key for each: the limit keeps a plan that was made for an empty table from reading all of a full one. */
const OUTCOMES = `
  SELECT o.body_hash, o.outcome
  FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS k (user_id, operation, key, place)
  LEFT JOIN LATERAL (
    SELECT body_hash, outcome FROM command_outcomes o
    WHERE o.user_id = k.user_id AND o.operation = k.operation AND o.key = k.key LIMIT 1
  ) AS o ON true
  ORDER BY place`;

export interface FrozenOutcome {
  bodyHash: string;
  outcome: Outcome;
}

/** What was answered under the given keys, in their order; null where nothing was (rule L6). */
export async function readOutcomes(db: Client | Pool, keys: Idempotency[]): Promise<(FrozenOutcome | null)[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<{ body_hash: string | null; outcome: string | null }>({
    name: 'outcomes',
    text: OUTCOMES,
    values: [idArray(keys.map((k) => k.userId)), keys.map((k) => k.operation), keys.map((k) => k.key)],
  });
  return rows.map(({ body_hash: bodyHash, outcome }) =>
    bodyHash === null || outcome === null ? null : { bodyHash, outcome: decodeAnswer<CommandResult>(outcome) },
  );
}
