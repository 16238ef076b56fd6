import { FREE_LEVERAGE, formatDecimal, isAttemptLost, isDayLost, isShareAllowed, totalOf } from '@plecho/domain';
import type { OrderRefusal, Ppm, Usdt } from '@plecho/domain';
import { dayResultOf } from './attempts.ts';
import type { AccountState } from './batch.ts';
import type { Outcome } from './command.ts';
import { refuse, type Decision } from './decision.ts';

/** What an account is about to be exposed to. */
interface Exposure {
  leverage: number;
  /** Of the whole position, what it has already among it. */
  margin: Usdt;
  calibrated?: boolean | undefined;
}

/** The part of a decision that the rules of a class look at. */
type Limits = Pick<Decision, 'rules' | 'batch'> & { state: Pick<Decision['state'], 'startBalance'> };

const percentOf = (share: Ppm | null): string | null => (share === null ? null : formatDecimal(share, 4));

/**
 * Which rule of its class an account would break by the exposure now (rule E17); null when it breaks none, or is in no
 * class. All that opens or enlarges a position asks here.
 *
 * @param account as it stands when the position opens
 */
export function classRefusal({ rules, batch, state }: Limits, account: AccountState, wanted: Exposure): Outcome | null {
  const { classRules } = rules;
  if (classRules === null) return null;
  const { leverage, calibrated = false } = wanted;
  const { maxLeverage, maxShare, maxDayLoss, maxLoss } = classRules;
  switch (brokenNow({ rules, batch, state }, account, wanted.margin)) {
    case 'maxLoss':
      return refuse('class_attempt_over', { maxLoss: percentOf(maxLoss) });
    case 'maxDayLoss':
      return refuse('class_day_loss', { maxDayLoss: percentOf(maxDayLoss) });
    case 'maxShare':
      return refuse('class_share', { maxShare: percentOf(maxShare) });
    case null:
  }
  if (leverage > maxLeverage) return refuse('class_leverage', { maxLeverage });
  return classRules.calibration && leverage > FREE_LEVERAGE && !calibrated ? refuse('class_calibration') : null;
}

/** Which rule keeps an order from filling that kept all of them when it was placed; null when none does. */
export function brokenNow({ rules, batch, state }: Limits, account: AccountState, margin: Usdt): OrderRefusal | null {
  const { classRules } = rules;
  const { attempt, realisedPnl } = account;
  if (classRules === null || attempt === null) return null;
  if (attempt.endedAt !== null || isAttemptLost(classRules, realisedPnl, state.startBalance)) return 'maxLoss';
  if (isDayLost(classRules, dayResultOf(attempt, batch.now), state.startBalance)) return 'maxDayLoss';
  return isShareAllowed(classRules, margin, totalOf(account)) ? null : 'maxShare';
}
