import { MAX_LEVERAGE, MIN_LEVERAGE } from '@plecho/domain';
import * as z from 'zod/mini';
import { id, marketId, price, side, symbol, usdt } from './common.ts';

/** Hundredths of a percent. */
const basisPoints = z.int().check(z.gte(0), z.lte(10_000));

/** What somebody thinks of a position that they don't have («Сначала прогноз»). The price is the server's. */
export const newGuess = z.strictObject({
  symbol,
  type: side,
  leverage: z.int().check(z.gte(MIN_LEVERAGE), z.lte(MAX_LEVERAGE)),
  /** Margin. */
  amount: usdt,
  /** Liquidation price; null: there is none. */
  liquidation: z.nullable(price),
  /** What the position loses when the price moves 5 % against it. Not negative. */
  loss: usdt,
});
export type NewGuess = z.infer<typeof newGuess>;

export const guess = z.strictObject({
  /** null: it does not count, because one about the same was made within a minute. */
  id: z.nullable(id),
  /** Milliseconds of the wall clock. */
  at: z.int(),
  market: marketId,
  symbol,
  type: side,
  leverage: z.int(),
  amount: usdt,
  /** What the position would have been filled at. */
  quote: price,
  liquidation: z.strictObject({ guess: z.nullable(price), truth: z.nullable(price), error: basisPoints }),
  loss: z.strictObject({ guess: usdt, truth: usdt, error: basisPoints }),
});
export type Guess = z.infer<typeof guess>;

/** null: nothing was guessed. Both in hundredths of a percent. */
const accuracy = z.nullable(z.strictObject({ within: basisPoints, meanError: basisPoints }));
export type GuessAccuracy = z.infer<typeof accuracy>;

export const guessList = z.strictObject({
  /** The newest 20, newest first. */
  items: z.array(guess),
  /** Of the newest 200, as all that follows. */
  guesses: z.int(),
  /** Without guesses about what has no liquidation price. */
  liquidation: accuracy,
  loss: accuracy,
  /** Whether of the last ten guesses of a liquidation price eight were within 5 %. */
  calibrated: z.boolean(),
  /** The accuracy of ten guesses of a liquidation price each, oldest first. */
  curve: z.array(z.strictObject({ at: z.int(), within: basisPoints, meanError: basisPoints })),
});
export type GuessList = z.infer<typeof guessList>;
