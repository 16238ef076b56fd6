import type { FastifyRequest } from 'fastify';
import { Problem } from '../lib/problem.ts';

/**
 * The request's Idempotency-Key: made by programs, 1 to 64 printable ASCII characters; null without one.
 * @throws Problem invalid_request for anything else
 */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,64}$/.test(key)) {
    throw new Problem('invalid_request', { details: { fields: ['Idempotency-Key'] } });
  }
  return key;
}
