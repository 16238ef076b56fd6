import { ADJUST_REASONS, BLOCK_REASONS, LOG_KINDS } from '@plecho/domain';
import * as z from 'zod/mini';
import { id, marketId, pageLimit, seconds, usdt } from './common.ts';

export const adjustReason = z.enum(ADJUST_REASONS);
export const blockReason = z.enum(BLOCK_REASONS);
export type { AdjustReason, BlockReason } from '@plecho/domain';

/** The log of an account: everything that was done to it, by an operator or by its owner («Журнал»). */
export const logKind = z.enum(LOG_KINDS);
export const logRecord = z.strictObject({
  id,
  /** Milliseconds of the wall clock. */
  at: z.int(),
  kind: logKind,
  /**
   * Who did it; `server`: whoever runs the server, from its command line; `rules`: the market, by the rules of its class;
   * `market`: the market, because of something else. */
  by: z.enum(['owner', 'operator', 'server', 'rules', 'market']),
  /** For an adjustment, a block and an unblocking; of the rules of a class, which one; of entry orders that were cancelled, why. A text in the web app. */
  reason: z.nullable(z.string()),
  market: z.nullable(marketId),
  /** Signed; for an adjustment. */
  amount: z.nullable(usdt),
});
export type LogRecord = z.infer<typeof logRecord>;
export const logQuery = z.strictObject({
  cursor: z.optional(id),
  limit: pageLimit,
});
export const logList = z.strictObject({ items: z.array(logRecord), nextCursor: z.nullable(id) });
export type LogList = z.infer<typeof logList>;

/** A season of an account: from one fresh start to the next. */
export const season = z.strictObject({
  market: marketId,
  /** 1, 2, 3 … */
  number: z.int(),
  startedAt: seconds,
  /** null while it lasts. */
  endedAt: z.nullable(seconds),
  startBalance: usdt,
  /** Everything the account held at the end; null while it lasts. */
  endBalance: z.nullable(usdt),
  realisedPnl: usdt,
  trades: z.int(),
  liquidations: z.int(),
});
export type Season = z.infer<typeof season>;
/** Newest first. */
export const seasonList = z.strictObject({ market: marketId, items: z.array(season) });
