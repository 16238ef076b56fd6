import * as z from 'zod/mini';
import { decimal, marketId, marketQuery, percent, seconds, usdt } from './common.ts';
import { persona } from './persona.ts';

const wholeNumber = z.string().check(z.regex(/^[1-9]\d{0,5}$/));
const moment = z.string().check(z.regex(/^(0|[1-9]\d{0,11})$/));

/**
 * `from` and `to`: closes from the one on and before the other, seconds by the market's own clock. `zone`: that of the
 * person's clock as IANA names it, for hours and weekdays; it outranks `offset`, minutes from UTC, which knows no summer time.
 */
export const resultsQuery = z.extend(marketQuery, {
  season: z.optional(wholeNumber),
  from: z.optional(moment),
  to: z.optional(moment),
  zone: z.optional(z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/))),
  offset: z.optional(z.string().check(z.regex(/^(0|-?[1-9]\d{0,2})$/))),
});

/** A share in percent with two decimals, and where it lies with 95 % confidence (Wilson). */
const share = z.strictObject({ percent, low: percent, high: percent });

const figures = {
  trades: z.int(),
  wins: z.int(),
  losses: z.int(),
  liquidations: z.int(),
  net: usdt,
  /** null without trades. */
  winRate: z.nullable(share),
  expectancy: z.nullable(usdt),
  /** null when nothing was lost. */
  profitFactor: z.nullable(decimal),
  averageWin: z.nullable(usdt),
  averageLoss: z.nullable(usdt),
  /** Two decimals; null where no first stop loss is known. */
  averageR: z.nullable(decimal),
};

export const resultGroup = z.strictObject({
  /** 1 to 10, a symbol, long or short, a reason, 0 to 23, or 1 (Monday) to 7. */
  group: z.string(),
  ...figures,
});
export type ResultGroup = z.infer<typeof resultGroup>;

export const resultSummary = z.strictObject({ ...figures, longestLosingRun: z.int(), withR: z.int() });
export type ResultSummary = z.infer<typeof resultSummary>;

export const equityPoint = z.strictObject({
  time: seconds,
  /** Results since the start: money that came in or went out is not in it. */
  net: usdt,
  /** What the account held by then. */
  equity: usdt,
  /** Return since the start, time-weighted. */
  gained: percent,
});

/** What closed trades came to; docs/results.md has the formulas. */
export const results = z.strictObject({
  market: marketId,
  /** null: all of them. */
  season: z.nullable(z.int()),
  summary: resultSummary,
  /** Of the whole account, whatever was asked for. */
  liquidationsEver: z.int(),
  gained: percent,
  drawdown: z.nullable(z.strictObject({ percent, from: seconds, to: seconds })),
  /** Share of the time with a position, and the average notional over the account; null where there is none. */
  timeInPositions: z.nullable(percent),
  averageSize: z.nullable(percent),
  /** In the order of their closes, 500 at most; the first one is the start. */
  curve: z.array(equityPoint),
  splits: z.strictObject({
    leverage: z.array(resultGroup),
    symbol: z.array(resultGroup),
    side: z.array(resultGroup),
    reason: z.array(resultGroup),
    hour: z.array(resultGroup),
    weekday: z.array(resultGroup),
  }),
});
export type Results = z.infer<typeof results>;

/** `season`: of each one's season that lasts; without it, of all of them. */
export const leaderboardQuery = z.extend(marketQuery, { season: z.optional(z.literal('current')) });

export const leaderboardLine = z.strictObject({
  /** Who is equal shares a place. */
  place: z.int(),
  persona,
  /** Return over maximum drawdown, two decimals. */
  score: decimal,
  gained: percent,
  drawdown: percent,
  trades: z.int(),
  /** One's own. */
  own: z.boolean(),
});
export type LeaderboardLine = z.infer<typeof leaderboardLine>;

export const leaderboard = z.strictObject({
  market: marketId,
  /** How many are rated. */
  rated: z.int(),
  /** The best 100, and one's own line after them if it is further down. */
  items: z.array(leaderboardLine),
});
export type LeaderboardAnswer = z.infer<typeof leaderboard>;
