import type { Usdt } from './decimal.ts';
import { PPM_ONE, type Ppm } from './liquidation.ts';
import { MAX_LEVERAGE } from './position.ts';

/** Leverage up to this asks for no calibrated guesses. */
export const FREE_LEVERAGE = 3;

/** A target of ten times the start balance is far enough. */
export const MAX_CLASS_TARGET: Ppm = 10n * PPM_ONE;
/** A class lasts a year at most. */
export const MAX_CLASS_DAYS = 366;

/** How an attempt stands. `passed`: the target was reached, and it goes on. `ended`: nothing opens before the next season. */
export const ATTEMPT_STATUSES = ['active', 'passed', 'ended'] as const;

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

/** The rules as JSON can say them, in what is stored and in the market's log: shares as decimal strings. */
export type PlainClassRules = Omit<ClassRules, 'maxShare' | 'maxDayLoss' | 'maxLoss' | 'target'> &
  Record<'maxShare' | 'maxDayLoss' | 'maxLoss' | 'target', string | null>;

const within = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= most;
const isShare = (share: Ppm | null, most: Ppm): boolean => share === null || (share > 0n && share <= most);

/** Whether every rule is in its range: a class that takes others would not be a class. */
export function isClassRules(rules: ClassRules): boolean {
  const { maxLeverage, maxShare, maxDayLoss, maxLoss, target, days } = rules;
  return (
    within(maxLeverage, MAX_LEVERAGE) &&
    [maxShare, maxDayLoss, maxLoss].every((share) => isShare(share, PPM_ONE)) &&
    isShare(target, MAX_CLASS_TARGET) &&
    (days === null || within(days, MAX_CLASS_DAYS))
  );
}

const textOf = (share: Ppm | null): string | null => share?.toString() ?? null;
const shareOf = (text: string | null): Ppm | null => (text === null ? null : BigInt(text));

export function plainClassRules(rules: ClassRules): PlainClassRules {
  const { maxLeverage, maxShare, maxDayLoss, maxLoss, target, days, calibration } = rules;
  return {
    ...{ maxLeverage, maxShare: textOf(maxShare), maxDayLoss: textOf(maxDayLoss), maxLoss: textOf(maxLoss) },
    ...{ target: textOf(target), days, calibration },
  };
}

/** @param plain what {@link plainClassRules} has made */
export function classRulesOf(plain: PlainClassRules): ClassRules {
  const { maxLeverage, maxShare, maxDayLoss, maxLoss, target, days, calibration } = plain;
  return {
    ...{ maxLeverage, maxShare: shareOf(maxShare), maxDayLoss: shareOf(maxDayLoss), maxLoss: shareOf(maxLoss) },
    ...{ target: shareOf(target), days, calibration },
  };
}

const DAY_MS = 86_400_000;

/** The day (UTC) of a time of the market's clock, ms: days since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** @param share null: of nothing */
const hasLost = (result: Usdt, share: Ppm | null, startBalance: Usdt): boolean =>
  share !== null && -result * PPM_ONE >= share * startBalance;

/** Whether an attempt has ended with what it realised, net. */
export const isAttemptLost = ({ maxLoss }: ClassRules, result: Usdt, startBalance: Usdt): boolean =>
  hasLost(result, maxLoss, startBalance);

/** Whether an attempt has reached its target with what it realised, net. */
export const isAttemptPassed = ({ target }: ClassRules, result: Usdt, startBalance: Usdt): boolean =>
  target !== null && result * PPM_ONE >= target * startBalance;

/** Whether nothing opens any more on a day with what it realised, net. */
export const isDayLost = ({ maxDayLoss }: ClassRules, dayResult: Usdt, startBalance: Usdt): boolean =>
  hasLost(dayResult, maxDayLoss, startBalance);

/** Whether a position may have a margin in an account that holds `total` in all of its books. */
export const isShareAllowed = ({ maxShare }: ClassRules, margin: Usdt, total: Usdt): boolean =>
  maxShare === null || margin * PPM_ONE <= maxShare * total;
