import { INTERVALS, SIDES } from '@plecho/domain';
import * as z from 'zod/mini';

/** A decimal string without exponent or leading zeros: "12", "0.5", "-3.25". */
export const decimal = z.string().check(z.maxLength(32), z.regex(/^-?(0|[1-9]\d*)(\.\d+)?$/));
/** Money in USDT with at most 6 decimals. */
export const usdt = decimal;
/** A price in USDT with at most 8 decimals. */
export const price = decimal;
/** A percentage with two decimals, as a decimal string. May be negative. */
export const percent = decimal;
/** Seconds since the epoch, by the market's own clock. */
export const seconds = z.int();
/** An id: a positive integer as a decimal string. */
export const id = z.string().check(z.regex(/^[1-9]\d{0,18}$/));

export const side = z.enum(SIDES);
export const interval = z.enum(INTERVALS);
export const symbol = z.string().check(z.regex(/^[A-Z0-9]{2,24}$/));
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const marketId = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));

/** Rows of a page of a list, at most. */
export const MAX_PAGE = 200;
/** 1 to {@link MAX_PAGE}, 50 by default. */
export const pageLimit = z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/)));

/** Every read and command is about one market; without it, the installation's main market. */
export const marketQuery = z.strictObject({ market: z.optional(marketId) });

/**
 * Makes a request safe to repeat: the same key with the same request has one effect and one answer, a
 * refusal included. The key carries the time at which it was made.
 */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z.optional(
    z.uuidv7().check(
      z.meta({
        description:
          'UUIDv7 (RFC 9562) of the request, by the server’s clock: refused when it is older than 7 days or more than a day ahead. The same key with the same request has one effect and one answer.',
        examples: ['019ab4f2-6c80-7d3e-9f41-2b8a6c5d7e90'],
      }),
    ),
  ),
});

export const errorBody = z.strictObject({
  error: z.string(),
  code: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const okBody = z.strictObject({ ok: z.literal(true) });
