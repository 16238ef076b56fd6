import { dayOf, isAttemptLost, isAttemptPassed, type ClassRules, type Usdt } from '@plecho/domain';
import type { AttemptState } from './batch.ts';

/** What the attempts of a market are held to. */
export interface AttemptTerms {
  rules: ClassRules;
  startBalance: Usdt;
}

/** @param now the market's own clock, ms */
export const newAttempt = (now: number): AttemptState => ({
  ...{ day: dayOf(now), dayResult: 0n, passedAt: null, endedAt: null },
});

/**
 * The attempt that follows another. What was realised on its day stays with the day: a limit of a day is not got round by
 * beginning anew on it.
 *
 * @param now the market's own clock, ms
 */
export const nextAttempt = (last: AttemptState, now: number): AttemptState => ({
  ...newAttempt(now),
  ...{ day: Math.max(last.day, dayOf(now)), dayResult: dayResultOf(last, now) },
});

/** What was realised on the day of `now`, the market's own clock, ms. */
export const dayResultOf = ({ day, dayResult }: AttemptState, now: number): Usdt =>
  day >= dayOf(now) ? dayResult : 0n;

/**
 * An attempt after something was realised: the day that it counts to is that of the market's clock when it was decided.
 * It passes and ends once, and does not pass any more after its end.
 *
 * @param total realised since its start, this included
 * @param now the market's own clock, ms
 */
export function withResult(
  attempt: AttemptState,
  result: Usdt,
  total: Usdt,
  { rules, startBalance }: AttemptTerms,
  now: number,
): AttemptState {
  const { passedAt, endedAt } = attempt;
  const isLost = endedAt === null && isAttemptLost(rules, total, startBalance);
  const isPassed = endedAt === null && passedAt === null && isAttemptPassed(rules, total, startBalance);
  return {
    day: Math.max(attempt.day, dayOf(now)),
    dayResult: dayResultOf(attempt, now) + result,
    passedAt: isPassed ? now : passedAt,
    endedAt: isLost ? now : endedAt,
  };
}
