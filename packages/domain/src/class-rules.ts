import type { Ppm } from './liquidation.ts';

/** Leverage up to this asks for no calibrated guesses. */
export const FREE_LEVERAGE = 3;

/**
 * Rules of a class. They are part of the rules of its markets: public before anybody joins, and never changed (rule M1).
 * What is lost or won is realised results net of fees and funding; open positions don't count until they close.
 * Shares are in millionths.
 */
export interface ClassRules {
  /** 1 to 10. */
  maxLeverage: number;
  /** Of everything the account holds, in the margin of one position; null: as much as there is. */
  maxShare: Ppm | null;
  /** Of the start balance, within a day (UTC) of the market's own clock: from then on nothing opens until the next day. */
  maxDayLoss: Ppm | null;
  /** Of the start balance, since the attempt began: the attempt ends. */
  maxLoss: Ppm | null;
  /** Of the start balance: an attempt that has won so much has reached its target. */
  target: Ppm | null;
  /** Days of the market until it ends; null: it ends with its prices, or when its operator ends it. */
  days: number | null;
  /** Leverage above {@link FREE_LEVERAGE} takes calibrated guesses. */
  calibration: boolean;
}
