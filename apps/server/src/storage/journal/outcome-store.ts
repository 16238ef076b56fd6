import { hash } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import { UnavailableError, type CommandResult, type Outcome } from '../../commands/command.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  ANSWER_KEPT_MS,
  answerOf,
  repeated,
  resultOf,
  scopeOf,
  type Answer,
  type LookedUp,
  type Once,
  type RequestKey,
} from '../../lib/once.ts';
import type { Queryable } from '../connection.ts';
import { inTransaction } from '../transaction.ts';
import { decodeAnswer, encodeAnswer } from './outcome-codec.ts';
import { idArray } from './row-literal.ts';
import { COMMAND_OUTCOMES, type KeptRow } from './tables.ts';

/** Somebody who is paused in the middle is cut off, so that nobody waits for them longer. */
const PATIENCE = `SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'`;
const LOCK_NOT_AVAILABLE = '55P03';

/** Two look-ups by key for each: the limits keep a plan that was made for an empty table from reading all of a full one. */
const FIND = `
  SELECT o.body_hash, o.outcome, n.key AS newest
  FROM unnest($1::bigint[], $2::text[], $3::text[]) WITH ORDINALITY AS k (user_id, operation, key, place)
  LEFT JOIN LATERAL (
    SELECT body_hash, outcome FROM command_outcomes o
    WHERE o.user_id = k.user_id AND o.operation = k.operation AND o.key = k.key LIMIT 1
  ) AS o ON true
  LEFT JOIN LATERAL (
    SELECT n.key FROM command_outcomes n
    WHERE n.user_id = k.user_id AND n.operation = k.operation ORDER BY n.key DESC LIMIT 1
  ) AS n ON true
  ORDER BY place`;
const KEEP = `
  INSERT INTO command_outcomes (${COMMAND_OUTCOMES.names.join(', ')})
  VALUES (${COMMAND_OUTCOMES.names.map((_, n) => `$${n + 1}`).join(', ')})`;

/** Rows that are forgotten in one statement. */
const PAGE = 1_000;

/** Who holds this lock answers the key. Two keys that share a number only wait for each other. */
const lockOf = (key: RequestKey): bigint => BigInt.asIntN(64, BigInt(`0x${hash('sha256', scopeOf(key)).slice(0, 16)}`));

/** What was answered under the given keys, in their order; `kept` is null where nothing was (rule L6). */
export async function findKept<T>(db: Queryable, keys: readonly RequestKey[]): Promise<LookedUp<T>[]> {
  if (keys.length === 0) return [];
  const { rows } = await db.query<{ body_hash: string | null; outcome: string | null; newest: string | null }>({
    name: 'find_outcomes',
    text: FIND,
    values: [idArray(keys.map((k) => k.userId)), keys.map((k) => k.action), keys.map((k) => k.key)],
  });
  return rows.map(({ body_hash: bodyHash, outcome, newest }) => ({
    kept: bodyHash === null || outcome === null ? null : { bodyHash, answer: decodeAnswer<T>(outcome) },
    newest,
  }));
}

/** What a key was answered before; null for a new one. */
async function findAnswer<T>(db: Queryable, key: RequestKey): Promise<Answer<T> | null> {
  const [first] = await findKept<T>(db, [key]);
  return first === undefined || first.kept === null ? null : repeated(key, first.kept);
}

async function keep(client: Queryable, row: KeptRow): Promise<void> {
  await client.query(
    KEEP,
    COMMAND_OUTCOMES.list.map((column) => column.value(row)),
  );
}

/**
 * Keeps the answers of requests that the engine has no part in beside those that it has.
 * @param bind storage that works through the given connection
 */
export function createOnce<Storage>(pool: Pool, clock: Clock, bind: (client: Queryable) => Storage): Once<Storage> {
  return async <T>(key: RequestKey | null, make: (storage: Storage) => Promise<T>): Promise<T> => {
    const answer = await inTransaction(pool, async (client): Promise<Answer<T>> => {
      const lock = key === null ? '' : `; SELECT pg_advisory_xact_lock(${lockOf(key)})`;
      await client.query(`${PATIENCE}${lock}`);
      const first = key === null ? null : await findAnswer<T>(client, key);
      if (first !== null) return first;
      const made = await answerOf(() => make(bind(client)));
      if (key !== null) await keep(client, { key, text: encodeAnswer(made), at: clock.now() });
      return made;
    }).catch((error: unknown) => {
      const isBusy = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      throw isBusy ? new UnavailableError('the key is being answered elsewhere', { cause: error }) : error;
    });
    return resultOf(answer);
  };
}

/** What a command was answered before; null for a new one. */
export function findOutcome(pool: Queryable, key: RequestKey): Promise<Outcome | null> {
  return findAnswer<CommandResult>(pool, key);
}

/**
 * Forgets the answers whose keys are refused as too old by now, a page at a time, until there are none or
 * `isOver`. Nothing but the rows themselves is locked, and nobody asks for these any more.
 * @param now wall clock, ms
 * @returns how many
 */
export async function forgetOutcomes(pool: Queryable, now: number, isOver: () => boolean): Promise<number> {
  let forgotten = 0;
  for (let page = PAGE; page >= PAGE && !isOver();) {
    const { rows } = await pool.query<{ page: bigint }>({
      name: 'forget_outcomes',
      text: 'SELECT forget_outcomes($1, $2) AS page',
      values: [now - ANSWER_KEPT_MS, PAGE],
    });
    page = Number(rows[0]?.page ?? 0);
    forgotten += page;
  }
  return forgotten;
}
