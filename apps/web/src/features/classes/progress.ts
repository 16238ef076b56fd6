import type { ClassRules, OwnAttempt } from '@plecho/contract';
import { parseDecimal, parseUsdt, PPM_ONE, type Usdt } from '@plecho/domain';

/** Decimals of a percentage, so that it is a share in parts per million. */
const PERCENT_DECIMALS = 4;

/** What an attempt still has before a rule of its class says so; null where there is no such rule. */
export interface AttemptRoom {
  result: Usdt;
  /** What is still to be won, never negative. */
  toTarget: Usdt | null;
  /** How much of the way to the target is done, 0 to 1. */
  progress: number | null;
  dayLeft: Usdt | null;
  lossLeft: Usdt | null;
}

const positive = (amount: Usdt): Usdt => (amount > 0n ? amount : 0n);

/** Where an attempt stands between its rules. */
export function roomOf(own: OwnAttempt, rules: ClassRules): AttemptRoom {
  const [start, result, day] = [own.startBalance, own.result, own.dayResult].map((text) => parseUsdt(text) ?? 0n) as [
    Usdt,
    Usdt,
    Usdt,
  ];
  const part = (percent: string | null): Usdt | null =>
    percent === null ? null : (start * (parseDecimal(percent, PERCENT_DECIMALS) ?? 0n)) / PPM_ONE;
  const left = (percent: string | null, lost: Usdt): Usdt | null => {
    const most = part(percent);
    return most === null ? null : positive(most + (lost < 0n ? lost : 0n));
  };
  const target = part(rules.targetPercent);
  return {
    result,
    toTarget: target === null ? null : positive(target - result),
    progress: target === null || target === 0n ? null : Math.min(1, Math.max(0, Number(result) / Number(target))),
    dayLeft: left(rules.maxDayLossPercent, day),
    lossLeft: left(rules.maxLossPercent, result),
  };
}
