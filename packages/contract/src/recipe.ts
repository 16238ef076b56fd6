import { TREND_DIRECTIONS } from '@plecho/domain';
import * as z from 'zod/mini';
import { marketId, symbol } from './common.ts';

/** Not negative, with at most 4 decimals. */
const share = z.string().check(z.maxLength(12), z.regex(/^(0|[1-9]\d*)(\.\d{1,4})?$/));
const direction = z.enum(TREND_DIRECTIONS);
/** null: all pairs of the base. */
const symbols = z.nullable(z.array(symbol));
/** Seconds after the start of the scenario. */
const afterSeconds = z.int();

const staticTrend = z.strictObject({
  type: z.literal('trend'),
  mode: z.literal('static'),
  direction,
  driftPercent: share,
  symbols,
});
const scheduledTrend = z.strictObject({
  type: z.literal('trend'),
  mode: z.literal('schedule'),
  direction,
  stepMinPercent: share,
  stepMaxPercent: share,
  intervalSeconds: z.int(),
  symbols,
});
const spread = z.strictObject({ type: z.literal('spread'), percent: share, symbols });
const shock = z.strictObject({
  type: z.literal('shock'),
  dropPercent: share,
  afterSeconds,
  minutes: z.int(),
  recoveryMinutes: z.nullable(z.int()),
  symbols,
});
const volatility = z.strictObject({ type: z.literal('volatility'), factor: share, symbols });
const outage = z.strictObject({ type: z.literal('outage'), afterSeconds, seconds: z.int(), symbols });

/** One thing that a scenario does to the prices of its base; for everybody alike, by pairs alone (charter rule C2). */
export const stage = z.union([staticTrend, scheduledTrend, spread, shock, volatility, outage]);

/** What a scenario is made from. */
export const recipe = z.strictObject({
  /** A shared market; null: a synthetic market of the scenario's own. */
  base: z.nullable(marketId),
  stages: z.array(stage),
});
