import type { ErrorCode } from '@plecho/contract';

/** Stable codes, for programs: all that decisions know of the wire. */
export type { ErrorCode };

/** An expected refusal: becomes the answer of the request, with the status and text of its code. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: { details?: Record<string, unknown>; retryAfter?: number } = {}) {
    super(code);
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}
