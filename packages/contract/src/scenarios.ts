import * as z from 'zod/mini';
import { marketId, seconds, sha256, symbol } from './common.ts';
import { candle, market } from './markets.ts';
import { recipe } from './recipe.ts';

/** Not negative, with at most 4 decimals. */
const costPercent = z.string().check(z.maxLength(6), z.regex(/^(0|[1-9]\d*)(\.\d{1,4})?$/));

export const scenarioPreview = z.strictObject({ recipe, symbol });
/** The recipe on the newest hours of its base, as if it had started at `startAt`. */
export const scenarioPreviewed = z.strictObject({
  /** What the scenario would be called. */
  label: z.string(),
  /** Whose candles these are: the base, or the main market for a base that is yet to be drawn. */
  market: marketId,
  symbol,
  startAt: seconds,
  /** One-minute candles of the base, ascending. */
  before: z.array(candle),
  /** The same minutes in the scenario; those without prices are absent. */
  after: z.array(candle),
  /** The recipe in words, a sentence for each stage. */
  words: z.array(z.string()),
});
export type ScenarioPreview = z.infer<typeof scenarioPreview>;
export type ScenarioPreviewed = z.infer<typeof scenarioPreviewed>;

/** What trading in a scenario costs: what is absent is 0 or none. */
export const scenarioCosts = z.strictObject({
  /** At most 1. */
  takerFeePercent: z.optional(costPercent),
  /** At most the taker fee. */
  makerFeePercent: z.optional(costPercent),
  /** Every 1, 2, 4 or 8 hours; a cap of at most 0.75. */
  funding: z.optional(z.strictObject({ intervalHours: z.int(), capPercent: costPercent })),
});
export type ScenarioCosts = z.infer<typeof scenarioCosts>;

export const scenarioPublication = z.strictObject({
  recipe,
  costs: z.optional(scenarioCosts),
  /** Seconds by the base's clock; without it, now. */
  startAt: z.optional(seconds),
  /** Without it, the scenario runs until it is ended or its base ends. */
  endAt: z.optional(seconds),
  /** The recipe is published at the end; until then only its commitment. */
  blind: z.boolean(),
});
export type ScenarioPublication = z.infer<typeof scenarioPublication>;
export const scenarioPublished = z.strictObject({ id: marketId, label: z.string(), commitment: sha256 });
export type ScenarioPublished = z.infer<typeof scenarioPublished>;

/** A market as those see it who run the installation. */
export const operatedMarket = z.strictObject({
  market,
  /** It has been asked to end and has not ended yet. */
  ending: z.boolean(),
  /** Whether an operator can end it. */
  canEnd: z.boolean(),
  /** Whether it can be the base of a scenario. */
  canBeBase: z.boolean(),
});
export const operatedMarketList = z.strictObject({ items: z.array(operatedMarket) });
export type OperatedMarket = z.infer<typeof operatedMarket>;

export const marketEnd = z.strictObject({ id: marketId, ending: z.literal(true) });
