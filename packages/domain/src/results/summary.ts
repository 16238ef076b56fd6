import type { Usdt } from '../decimal.ts';
import { divide } from '../rounding.ts';
import { tallyOf, type Tally } from './tally.ts';
import type { ResultTrade, Share } from './trade.ts';

/** With fewer trades a share says little: it comes with its interval. */
export const FEW_TRADES = 30;

/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;

/** A share lies between these with 95 % confidence. */
export interface ShareBounds {
  low: Share;
  high: Share;
}

/** Wilson's 95 % interval of a share. Of nothing it is everything from 0 to 1. */
export function wilson95(successes: number, n: number): ShareBounds {
  if (n === 0) return { low: 0, high: 1 };
  const share = successes / n;
  const squared = Z * Z;
  const middle = share + squared / (2 * n);
  const half = Z * Math.sqrt((share * (1 - share)) / n + squared / (4 * n * n));
  const whole = 1 + squared / n;
  // At the ends the bound is the end itself, which floats miss by their last digit.
  const low = successes === 0 ? 0 : (middle - half) / whole;
  const high = successes === n ? 1 : (middle + half) / whole;
  return { low, high };
}

export interface Summary extends Tally {
  /** Won less lost. */
  net: Usdt;
  /** Of the trades, those that were won; null without trades. */
  winRate: (ShareBounds & { share: Share }) | null;
  /** The average result, floored; null without trades. */
  expectancy: Usdt | null;
  /** Won over lost, a float; null when nothing was lost. */
  profitFactor: number | null;
  /** Floored; null when none was won. */
  averageWin: Usdt | null;
  /** Negative, floored; null when none was lost. */
  averageLoss: Usdt | null;
  /** Thousandths, a float; null where no R is known. */
  averageR: number | null;
}

const average = (sum: Usdt, count: number): Usdt | null => (count === 0 ? null : divide(sum, BigInt(count), 'floor'));

export function summaryOf(tally: Tally): Summary {
  const { trades, wins, losses, won, lost, withR, sumOfR } = tally;
  const net = won - lost;
  return {
    ...tally,
    net,
    winRate: trades === 0 ? null : { share: wins / trades, ...wilson95(wins, trades) },
    expectancy: average(net, trades),
    profitFactor: lost === 0n ? null : Number(won) / Number(lost),
    averageWin: average(won, wins),
    averageLoss: average(-lost, losses),
    averageR: withR === 0 ? null : sumOfR / withR,
  };
}

/** In the order of their closes: how many were lost one after another at most. A result of zero ends a run. */
export function longestLosingRun(trades: readonly Pick<ResultTrade, 'net'>[]): number {
  let [longest, run] = [0, 0];
  for (const { net } of trades) {
    run = net < 0n ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/** @param trades in the order of their closes */
export function summarise(trades: readonly ResultTrade[]): Summary & { longestLosingRun: number } {
  return { ...summaryOf(tallyOf(trades)), longestLosingRun: longestLosingRun(trades) };
}
