import type { FastifyRequest } from 'fastify';
import { KEY_MAX_AGE_MS, KEY_MAX_AHEAD_MS } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';

/** The first 48 bits of a UUIDv7: milliseconds since the epoch. */
const timeOf = (key: string): number => Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16);

/**
 * The request's Idempotency-Key, which the schema of the route has checked to be a UUIDv7; null without one.
 * @param now wall clock, ms
 * @throws Problem idempotency_key_expired when its answer, should it have one, may be forgotten by now;
 *         idempotency_key_ahead when it says that it is made later
 */
export function idempotencyKeyOf(request: FastifyRequest, now: number): string | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  const madeAt = timeOf(key);
  if (madeAt < now - KEY_MAX_AGE_MS) throw new Problem('idempotency_key_expired');
  if (madeAt > now + KEY_MAX_AHEAD_MS) throw new Problem('idempotency_key_ahead');
  return key.toLowerCase();
}
