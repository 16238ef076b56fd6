import { ONE_PRICE, ONE_USDT, type Usdt } from './decimal.ts';
import type { Ppm } from './liquidation.ts';
import { notionalOf } from './position.ts';
import { realise, tradingFee } from './realise.ts';
import { askOf, bidOf } from './spread.ts';

/** The lessons, in their order. */
export const LESSONS = [
  'leverage',
  'liquidation',
  'sizing',
  'stop-loss',
  'take-profit',
  'costs',
  'short',
  'limit-order',
  'wrong-network',
  'fake-exchange',
] as const;
export type Lesson = (typeof LESSONS)[number];

/** What their tasks ask for; the page tells it, and the server checks by it. */
export const LESSON_TASKS = {
  /** Lesson «leverage». */
  leverage: { leverage: 10 },
  /** Lesson «liquidation». */
  survivor: { leastLeverage: 2 },
  /** Lesson «sizing», percent: what a move against the position may cost, of the account. */
  sizing: { move: 5, loss: 1 },
  /** Lesson «stop-loss»: percent of the account, and the hourly candles whose median range is the noise. */
  stop: { loss: 2, hours: 24 },
  /** Lesson «take-profit»: reward by risk. */
  reward: { ratio: 2 },
  /** Lesson «costs»: what one opens and closes at an unchanged price. */
  costs: { margin: 200n * ONE_USDT, leverage: 5, fee: 1_000n, spread: 2_000n },
  /** Lesson «fake-exchange». */
  screens: 5,
} as const;

export interface RoundTrip {
  margin: Usdt;
  leverage: number;
  /** Of each of the two fills. */
  fee: Ppm;
  /** Between the price to buy at and the one to sell at, around the market's. */
  spread: Ppm;
}

/** What it costs to open a long and close it at once, while the market's price stands still: both fees and the spread. */
export function roundTripCost({ margin, leverage, fee, spread }: RoundTrip): Usdt {
  const price = 1_000n * ONE_PRICE;
  const notional = notionalOf(margin, leverage);
  const exposure = { side: 'long' as const, margin, notional, entryPrice: askOf(price, spread) };
  return tradingFee(notional, fee) + margin - realise(exposure, bidOf(price, spread), 'user', fee).payout;
}
