import type { Price, Usdt } from './decimal.ts';
import { liquidationPrice, type Ppm } from './liquidation.ts';
import type { Side } from './pnl.ts';
import { lossAtMove, notionalOf } from './position.ts';
import { divide } from './rounding.ts';

/** The move against the position that a loss is guessed for, percent. */
export const GUESSED_MOVE = 5n;
/** An error, in hundredths of a percent, at which a guess still counts as close. */
export const CLOSE_ERROR = 500;
/** No guess is further off than this: 100 %. What is beyond, or is of another kind altogether, counts as this. */
export const WORST_ERROR = 10_000;
/** Whoever is calibrated was close with so many of the newest guesses … */
export const CLOSE_GUESSES = 8;
/** … of so many. */
export const JUDGED_GUESSES = 10;

/** What is guessed about a position before it is opened. */
export interface Guessed {
  /** null: never liquidated. */
  liquidation: Price | null;
  /** What a move of {@link GUESSED_MOVE} against the position costs; not negative. */
  loss: Usdt;
}

/** What the guess is about. */
export interface GuessedPosition {
  side: Side;
  margin: Usdt;
  leverage: number;
  /** What it would open at, and what closing it would get at the same moment: the same without a spread. */
  entryPrice: Price;
  exitPrice: Price;
  maintenance: Ppm;
}

/** What is true of the position, fees apart, as the order ticket shows it. */
export function truthOf({ side, margin, leverage, entryPrice, exitPrice, maintenance }: GuessedPosition): Guessed {
  const exposure = { side, margin, notional: notionalOf(margin, leverage), entryPrice };
  const liquidation = liquidationPrice(side, entryPrice, leverage, maintenance);
  return { liquidation, loss: -lossAtMove(exposure, liquidation, exitPrice, GUESSED_MOVE) };
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

function relativeError(off: bigint, whole: bigint): number {
  if (whole === 0n) return off === 0n ? 0 : WORST_ERROR;
  const error = divide(off * 10_000n, whole, 'ceil');
  return error > BigInt(WORST_ERROR) ? WORST_ERROR : Number(error);
}

/**
 * How far off a guess of the liquidation price is: its distance from the true one as a share of the distance from the entry
 * to the true one. As a share of the price every guess near it would look good.
 * @returns hundredths of a percent, 0 to {@link WORST_ERROR}, rounded up
 */
export function liquidationError(guess: Price | null, truth: Price | null, entryPrice: Price): number {
  if (guess === null || truth === null) return guess === truth ? 0 : WORST_ERROR;
  return relativeError(distance(guess, truth), distance(entryPrice, truth));
}

/** How far off a guess of the loss is, as a share of the true loss. @returns as {@link liquidationError} */
export const lossError = (guess: Usdt, truth: Usdt): number => relativeError(distance(guess, truth), truth);

/** How good some guesses are; null without any. Shares and errors are hundredths of a percent. */
export interface Accuracy {
  /** Share of those that are close. */
  within: number;
  meanError: number;
}

/** @param errors hundredths of a percent */
export function accuracyOf(errors: readonly number[]): Accuracy | null {
  if (errors.length === 0) return null;
  const close = errors.filter((error) => error <= CLOSE_ERROR).length;
  const sum = errors.reduce((all, error) => all + error, 0);
  return { within: Math.floor((close * 10_000) / errors.length), meanError: Math.ceil(sum / errors.length) };
}

/** After each guess the accuracy of the last ten, or of as many as there were by then. @param errors oldest first */
export function accuracyCurve(errors: readonly number[]): Accuracy[] {
  return errors.map((error, n) => {
    const last = errors.slice(Math.max(0, n + 1 - JUDGED_GUESSES), n + 1);
    return accuracyOf(last) ?? { within: 0, meanError: error };
  });
}

/** Whether the newest guesses of a liquidation price are good enough. @param errors newest first */
export function isCalibrated(errors: readonly number[]): boolean {
  const judged = errors.slice(0, JUDGED_GUESSES);
  if (judged.length < JUDGED_GUESSES) return false;
  return judged.filter((error) => error <= CLOSE_ERROR).length >= CLOSE_GUESSES;
}
