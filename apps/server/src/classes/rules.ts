import type { NewClassRules } from '@plecho/contract';
import {
  DEFAULT_START_BALANCE,
  FREE_LEVERAGE,
  MAX_CLASS_TARGET,
  MIN_MARGIN,
  ONE_USDT,
  parseDecimal,
  parseUsdt,
  PPM_ONE,
  type ClassRules,
  type Ppm,
  type Usdt,
} from '@plecho/domain';
import { Problem } from '../lib/problem.ts';

/** Decimals of a percentage: so it is a share in parts per million. */
const PERCENT_DECIMALS = 4;
const MIN_START: Usdt = 10n * ONE_USDT;
const MAX_START: Usdt = 1_000_000n * ONE_USDT;

const outOfRange = (field: string): Problem => new Problem('class_rules_out_of_range', { details: { field } });

function shareOf(field: keyof NewClassRules, percent: string | null, to: Ppm): Ppm | null {
  if (percent === null) return null;
  const share = parseDecimal(percent, PERCENT_DECIMALS);
  if (share === null || share <= 0n || share > to) throw outOfRange(field);
  return share;
}

/** @throws Problem class_rules_out_of_range */
export function startBalanceOf(asked: string | undefined): Usdt {
  if (asked === undefined) return DEFAULT_START_BALANCE;
  const balance = parseUsdt(asked);
  if (balance === null || balance < MIN_START || balance > MAX_START) throw outOfRange('startBalance');
  return balance;
}

/**
 * The rules that were asked for, unless they contradict each other.
 * @throws Problem with what is wrong with them
 */
export function rulesOf(asked: NewClassRules, startBalance: Usdt): ClassRules {
  const { maxLeverage, days, calibration } = asked;
  const rules: ClassRules = {
    ...{ maxLeverage, days, calibration },
    maxShare: shareOf('maxSharePercent', asked.maxSharePercent, PPM_ONE),
    maxDayLoss: shareOf('maxDayLossPercent', asked.maxDayLossPercent, PPM_ONE - 1n),
    maxLoss: shareOf('maxLossPercent', asked.maxLossPercent, PPM_ONE - 1n),
    target: shareOf('targetPercent', asked.targetPercent, MAX_CLASS_TARGET),
  };
  const { maxShare, maxDayLoss, maxLoss } = rules;
  if (maxDayLoss !== null && maxLoss !== null && maxDayLoss > maxLoss) throw new Problem('class_day_loss_above_loss');
  if (calibration && maxLeverage <= FREE_LEVERAGE) throw new Problem('class_calibration_idle');
  if (maxShare !== null && startBalance * maxShare < MIN_MARGIN * PPM_ONE) throw new Problem('class_share_too_small');
  return rules;
}
