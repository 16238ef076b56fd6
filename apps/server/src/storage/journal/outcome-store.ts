import { hash } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import { UnavailableError, type Outcome } from '../../commands/command.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  ANSWER_KEPT_MS,
  answerOf,
  repeated,
  resultOf,
  type Answer,
  type Once,
  type RequestKey,
} from '../../lib/once.ts';
import type { Queryable } from '../connection.ts';
import { inTransaction } from '../transaction.ts';
import { decodeAnswer, encodeAnswer } from './outcome-codec.ts';

/** Somebody who is paused in the middle is cut off, so that nobody waits for them longer. */
const PATIENCE = `SET LOCAL lock_timeout = '5s'; SET LOCAL idle_in_transaction_session_timeout = '10s'`;
const LOCK_NOT_AVAILABLE = '55P03';

const FIND = 'SELECT body_hash, outcome FROM command_outcomes WHERE user_id = $1 AND operation = $2 AND key = $3';
const KEEP = `
  INSERT INTO command_outcomes (user_id, operation, key, body_hash, outcome, at) VALUES ($1, $2, $3, $4, $5, $6)`;

/** Rows that are forgotten in one statement. */
const PAGE = 1_000;

/** Who holds this lock answers the key. Two keys that share a number only wait for each other. */
const lockOf = ({ userId, operation, key }: RequestKey): bigint =>
  BigInt.asIntN(64, BigInt(`0x${hash('sha256', `${userId}:${operation}:${key}`).slice(0, 16)}`));

const scopeOf = ({ userId, operation, key }: RequestKey): unknown[] => [userId, operation, key];

interface Row {
  body_hash: string;
  outcome: string;
}

async function find(client: Queryable, key: RequestKey): Promise<Row | undefined> {
  const { rows } = await client.query<Row>({ name: 'find_outcome', text: FIND, values: scopeOf(key) });
  return rows[0];
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
      const first = key === null ? undefined : await find(client, key);
      if (key !== null && first !== undefined) {
        return repeated(key, { bodyHash: first.body_hash, answer: decodeAnswer<T>(first.outcome) });
      }
      const made = await answerOf(() => make(bind(client)));
      if (key !== null) {
        await client.query(KEEP, [...scopeOf(key), key.bodyHash, encodeAnswer(made), clock.now()]);
      }
      return made;
    }).catch((error: unknown) => {
      const isBusy = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      throw isBusy ? new UnavailableError('the key is being answered elsewhere', { cause: error }) : error;
    });
    return resultOf(answer);
  };
}

/** What a command was answered before; null for a new one. */
export async function findOutcome(pool: Queryable, key: RequestKey): Promise<Outcome | null> {
  const first = await find(pool, key);
  if (first === undefined) return null;
  return repeated(key, { bodyHash: first.body_hash, answer: decodeAnswer(first.outcome) });
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
