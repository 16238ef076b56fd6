import { PATH_ENDINGS, PATH_KNOWLEDGE } from '@plecho/domain';
import * as z from 'zod/mini';
import { id, marketId, percent, price, seconds, usdt } from './common.ts';

/** Where a trade would have ended on the same path. */
export const pathOutcome = z.strictObject({
  leverage: z.int(),
  /** Distance of an added stop loss from the entry price, percent; null: none was added. */
  stop: z.nullable(percent),
  /** `same`: as it did; `stop`: by the added one; `open`: it was liquidated, and would have been open still. */
  ending: z.enum(PATH_ENDINGS),
  price,
  /** Of a candle, its beginning; null where it is not known when it was. */
  time: z.nullable(seconds),
  /** PnL minus fees. */
  net: usdt,
  /** The same as a share of the margin. */
  netPercent: percent,
  liquidationPrice: z.nullable(price),
});
export type PathOutcome = z.infer<typeof pathOutcome>;

export const tradePaths = z.strictObject({
  market: marketId,
  trade: id,
  /** The one that was really used. */
  leverage: z.int(),
  known: z.enum(PATH_KNOWLEDGE),
  /** Best and worst price of the position's life, and by how many percent of its entry price they were better. */
  bestPrice: price,
  bestMove: percent,
  worstPrice: price,
  worstMove: percent,
  /** By leverage, each without an added stop and then with each of them. */
  outcomes: z.array(pathOutcome),
  /** What the real result was made of; all but `net` sum to it. */
  split: z.strictObject({
    direction: usdt,
    leverage: usdt,
    spread: usdt,
    insurance: usdt,
    fee: usdt,
    net: usdt,
  }),
  /** Not in the result. */
  funding: usdt,
});
export type TradePaths = z.infer<typeof tradePaths>;
