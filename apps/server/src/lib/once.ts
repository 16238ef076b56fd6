import { hash } from 'node:crypto';
import { ERRORS, type ErrorCode } from '@plecho/contract';
import { Problem } from './problem.ts';

const DAY_MS = 86_400_000;
/** A key carries the time at which it was made; one that is older is refused, as its answer may be forgotten. */
export const KEY_MAX_AGE_MS = 7 * DAY_MS;
/** Clocks differ; a key from further ahead than this is refused. */
export const KEY_MAX_AHEAD_MS = DAY_MS;
/** By so much the server's clock may be set back without an answer being forgotten too early. */
const MARGIN_MS = DAY_MS;
/** No key of an answer that was stored longer ago is accepted any more. */
export const ANSWER_KEPT_MS = KEY_MAX_AGE_MS + KEY_MAX_AHEAD_MS + MARGIN_MS;

/** Makes a request safe to repeat (rule L6). Scoped to the user and the action. */
export interface RequestKey<Action extends string = string> {
  userId: bigint;
  /** What was asked for, by the name of the command or endpoint. */
  action: Action;
  key: string;
  /** SHA-256 of the canonical request, hex. */
  bodyHash: string;
}

/**
 * @param key the request's Idempotency-Key; null without one
 * @param body what was asked for, as it was read: the same for the same request
 */
export function requestKey<Action extends string>(
  userId: bigint,
  action: Action,
  key: string,
  body: unknown,
): RequestKey<Action>;
export function requestKey<Action extends string>(
  userId: bigint,
  action: Action,
  key: string | null,
  body: unknown,
): RequestKey<Action> | null;
export function requestKey(userId: bigint, action: string, key: string | null, body: unknown): RequestKey | null {
  if (key === null) return null;
  return { userId, action, key, bodyHash: hash('sha256', JSON.stringify(withoutBigints(body))) };
}

/** What JSON can write. A replacer would say the same more slowly, and every command goes through here. */
function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutBigints);
  const written: Record<string, unknown> = { ...value };
  for (const name of Object.keys(written)) {
    const field = written[name];
    if (typeof field === 'bigint' || typeof field === 'object') written[name] = withoutBigints(field);
  }
  return written;
}

/** A key as one text, its body apart: what an answer is kept under. */
export const scopeOf = ({ userId, action, key }: RequestKey): string => `${userId}:${action}:${key}`;

/** What was answered, refusals included: the same for every repetition of a key. */
export type Answer<T> =
  | { ok: true; result: T }
  | { ok: false; code: ErrorCode; details?: Record<string, unknown> | undefined };

/** An answer that is kept, and the hash of the body that it was given to. */
export interface Kept<T> {
  bodyHash: string;
  answer: Answer<T>;
}

/** What the look-up of a key finds. */
export interface LookedUp<T> {
  /** What it was answered; null when there is nothing. */
  kept: Kept<T> | null;
  /** The newest key, as text, that the person has an answer under for the same action; null when there is none. */
  newest: string | null;
}

/**
 * Carries out a request in one transaction, which also keeps its answer; with a key that was answered
 * before, `make` is not called and the first answer given again. A key that is being answered somewhere
 * is waited for.
 *
 * `make` refuses by throwing a `Problem`. A refusal is an answer like any other: what was written before
 * it stays. Problems that may pass by themselves (status 429 and above 499) and all other errors are no
 * answers: nothing is written, and the key is as good as new.
 * @param key null: nothing is kept, only the transaction is the same
 * @param make gets storage that works inside the transaction, and may use no other
 * @throws Problem with the refusal; idempotency_conflict when the key belongs to another body
 */
export type Once<Storage> = <T>(key: RequestKey | null, make: (storage: Storage) => Promise<T>) => Promise<T>;

/** The answer of `make`. Rejects with what is none. */
export async function answerOf<T>(make: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, result: await make() };
  } catch (error) {
    if (!(error instanceof Problem) || !isFinal(error)) throw error;
    return { ok: false, code: error.code, details: error.details };
  }
}

/** @throws Problem with the refusal */
export function resultOf<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.result;
  throw new Problem(answer.code, answer.details === undefined ? {} : { details: answer.details });
}

/** Whether a request is the one that the key was used for first. */
export const isRepeated = (key: RequestKey, first: { bodyHash: string }): boolean => first.bodyHash === key.bodyHash;

/** The answer that a key was given first, to whoever repeats it. */
export function repeated<T>(key: RequestKey, first: Kept<T>): Answer<T> {
  return isRepeated(key, first) ? first.answer : { ok: false, code: 'idempotency_conflict' };
}

function isFinal({ code }: Problem): boolean {
  const { status } = ERRORS[code];
  return status < 500 && status !== 429;
}
