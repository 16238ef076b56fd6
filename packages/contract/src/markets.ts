import { MARKET_KINDS, MARKET_LIVES, PROVENANCES } from '@plecho/domain';
import * as z from 'zod/mini';
import { interval, marketId, percent, price, seconds, sha256, symbol, usdt } from './common.ts';
import { recipe } from './recipe.ts';

export const marketKind = z.enum(MARKET_KINDS);
export const marketStatus = z.enum(MARKET_LIVES);

export const provenance = z.enum(PROVENANCES);
export type { Provenance } from '@plecho/domain';

/** A time, a number, a hash, a word of the product: too short and too plain for a message to anybody. */
const plainWord = z.string().check(z.regex(/^[\w.:-]{1,128}$/));
/**
 * What the prices are made from: generator with a seed or the anchor of its keys; or, of a replay, `sha256` of each file, `from`, `speed` and
 * `provenance`. Nothing in it was typed freely (charter rule C4).
 */
export const marketParameters = z.record(plainWord, z.union([plainWord, z.number(), z.array(plainWord)]));

/** Market seconds in a second. */
export const replaySpeed = z.int().check(z.gte(1), z.lte(600));

/**
 * How a personal replay or a drill stands; a part of its market wherever that is told. While the dates of a session are masked, every
 * time in its market counts from `dayOne`, prices are scaled so that each pair costs 100 USDT at the start, and pairs
 * are called PAIRAUSDT, PAIRBUSDT and so on: nothing anywhere names the recording before the end.
 */
export const sessionState = z.strictObject({
  state: z.enum(['paused', 'playing', 'ended']),
  /** Of the market's clock, ms: where it stands. */
  playhead: z.int(),
  /** Of the market's clock, ms: where the recording is over. */
  end: z.int(),
  speed: replaySpeed,
  masked: z.boolean(),
  /** 00:00 of «день 1» by the market's clock; null unless the dates are masked. */
  dayOne: z.nullable(seconds),
});
export type SessionState = z.infer<typeof sessionState>;
/** What a scenario does to the prices of its base. */
export const scenario = z.strictObject({
  /** Its recipe is published when it has ended. */
  blind: z.boolean(),
  /** SHA-256 of the canonical recipe with its salt, published before the start. */
  commitment: sha256,
  /** null until it is public. */
  recipe: z.nullable(recipe),
  /** null until the recipe is public. */
  salt: z.nullable(sha256),
  /** The recipe in words, a sentence for each stage; null until it is public. */
  words: z.nullable(z.array(z.string())),
});
export type Scenario = z.infer<typeof scenario>;

/**
 * Payments between longs and shorts at published hours: every `intervalHours` from 00:00 UTC by the market's own clock. The
 * rate is by how much the first valid price at or after the hour is above (then longs pay) or below (then shorts pay) the
 * average of the interval's one-minute closes, at most `capPercent` either way (docs/funding.md).
 */
export const fundingRules = z.strictObject({ intervalHours: z.int(), capPercent: percent });
export type FundingRules = z.infer<typeof fundingRules>;

/**
 * Rules of a class, which its market holds in the same decision as margin (docs/classes.md). What is lost or won is
 * realised results net of fees and funding; null: there is no such rule.
 */
export const classRules = z.strictObject({
  maxLeverage: z.int(),
  /** Of everything the account holds, in the margin of one position. */
  maxSharePercent: z.nullable(percent),
  /** Of the start balance, within a day (UTC) of the market's clock: nothing opens until the next. */
  maxDayLossPercent: z.nullable(percent),
  /** Of the start balance, since the attempt began: it ends. */
  maxLossPercent: z.nullable(percent),
  /** Of the start balance: an attempt that has won so much has passed. */
  targetPercent: z.nullable(percent),
  /** Of the market's clock. */
  days: z.nullable(z.int()),
  /** Leverage above 3 takes calibrated guesses. */
  calibration: z.boolean(),
});
export type ClassRules = z.infer<typeof classRules>;

/** A market with everything that decides its prices and fills; public to all (charter rule C2). */
export const market = z.strictObject({
  id: marketId,
  kind: marketKind,
  /** Shown wherever a price of this market is shown: «Синтетический рынок». */
  label: z.string(),
  title: z.string(),
  status: marketStatus,
  /** The installation's main market. */
  main: z.boolean(),
  /** Trading is stopped because a check failed. */
  halted: z.boolean(),
  startAt: seconds,
  /** When it ends by itself; null when that is not known beforehand. */
  endAt: z.nullable(seconds),
  symbols: z.array(symbol),
  /** How many people have an account in it. */
  members: z.int(),
  takerFeePercent: percent,
  /** Of a limit order that rested and fills at its limit; everything else pays the taker fee. */
  makerFeePercent: percent,
  /** null: there is no funding. */
  funding: z.nullable(fundingRules),
  maintenanceMarginPercent: percent,
  startBalance: usdt,
  staleAfterSeconds: z.int(),
  maxJumpPercent: percent,
  parameters: marketParameters,
  /** Of a personal replay, which only its owner finds, and of a drill; absent from every other market. */
  session: z.optional(sessionState),
  /** null for every other kind of market. */
  scenario: z.nullable(scenario),
  /** null: the market is of no class. */
  classRules: z.nullable(classRules),
});
export type Market = z.infer<typeof market>;
export const marketList = z.strictObject({ items: z.array(market) });

/** A day of a market's clock, UTC: "2026-11-20". */
const utcDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/**
 * The key of one day of a market. SHA-256 of it is the key of the day before, down to `firstDay`, whose key's
 * SHA-256 is the anchor; so the keys of all earlier days follow from it, and no later one does.
 */
export const dayKeys = z.strictObject({
  market: marketId,
  /** Among the market's parameters from its start. */
  anchor: sha256,
  firstDay: utcDay,
  /** The newest day that is over. */
  newestDay: utcDay,
  day: utcDay,
  key: sha256,
});
export type DayKeys = z.infer<typeof dayKeys>;
/** The newest published key unless a day is named. */
export const dayKeyQuery = z.strictObject({ day: z.optional(utcDay) });

export const pair = z.strictObject({
  symbol,
  baseAsset: z.string(),
  quoteAsset: z.literal('USDT'),
  /** null until the market has its first valid price. */
  lastPrice: z.nullable(price),
  /** Percent, two decimals. */
  change24h: percent,
  priceChange24h: price,
  /** Turnover in USDT. */
  volume24h: usdt,
  high24h: z.nullable(price),
  low24h: z.nullable(price),
  priceDecimals: z.int(),
  /** Buys fill half of it above the price, sells half of it below; "0" in every market but some scenarios. */
  spreadPercent: percent,
  /** Age marker: time of the newest valid price, milliseconds by the market's own clock. */
  priceTime: z.nullable(z.int()),
});
export type Pair = z.infer<typeof pair>;
export const pairList = z.strictObject({ market: marketId, label: z.string(), now: z.int(), items: z.array(pair) });
export type PairList = z.infer<typeof pairList>;

/** How the prices of a market went in its last 24 hours; empty once it is over. */
export const courseList = z.strictObject({
  market: marketId,
  label: z.string(),
  items: z.array(
    z.strictObject({
      symbol,
      /** Every half hour up to now, oldest first: 49 of them when the pair had a price all day. */
      prices: z.array(price),
    }),
  ),
});
export type CourseList = z.infer<typeof courseList>;

export const candle = z.strictObject({
  time: seconds,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: usdt,
});
export type Candle = z.infer<typeof candle>;
export const candleQuery = z.strictObject({
  market: z.optional(marketId),
  symbol,
  interval,
  /** 1 to 1000, 100 by default. */
  limit: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/))),
  /** Only candles that open before this time, seconds. */
  before: z.optional(z.string().check(z.regex(/^\d{1,12}$/))),
});
/** Ascending by time; the last one may still be open. */
export const candleList = z.strictObject({ market: marketId, symbol, interval, items: z.array(candle) });
export type CandleList = z.infer<typeof candleList>;

/**
 * How often, over the last 30 days of this market, the price moved to the liquidation price
 * within 24 hours: for each leverage "1" to "10", the number of hourly starts out of `starts`.
 */
export const moveFrequency = z.strictObject({
  market: marketId,
  symbol,
  windowHours: z.int(),
  starts: z.int(),
  long: z.record(z.string(), z.int()),
  short: z.record(z.string(), z.int()),
});
export type MoveFrequency = z.infer<typeof moveFrequency>;
export const moveQuery = z.strictObject({ market: z.optional(marketId), symbol });
