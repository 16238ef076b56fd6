import { ratio } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classRulesOf,
  dayOf,
  isAttemptLost,
  isAttemptPassed,
  isClassRules,
  isDayLost,
  isShareAllowed,
  MAX_CLASS_DAYS,
  MAX_CLASS_TARGET,
  plainClassRules,
  type ClassRules,
} from './class-rules.ts';
import { PPM_ONE } from './liquidation.ts';

const share = fc.option(fc.bigInt(1n, PPM_ONE));
const rules: fc.Arbitrary<ClassRules> = fc.record({
  ...{ maxLeverage: fc.integer({ min: 1, max: 10 }), maxShare: share, maxDayLoss: share, maxLoss: share },
  target: fc.option(fc.bigInt(1n, MAX_CLASS_TARGET)),
  days: fc.option(fc.integer({ min: 1, max: MAX_CLASS_DAYS })),
  calibration: fc.boolean(),
});
const amount = fc.bigInt(-(10n ** 15n), 10n ** 15n);
const start = fc.bigInt(1n, 10n ** 14n);

describe('the rules of a class', () => {
  it('E17 are rules in their ranges, and read as they were written', () => {
    fc.assert(
      fc.property(rules, (made) => {
        expect(isClassRules(made)).toBe(true);
        expect(classRulesOf(JSON.parse(JSON.stringify(plainClassRules(made))) as never)).toEqual(made);
      }),
    );
  });

  it('E17 have reached a limit when the exact share has, to the last unit', () => {
    fc.assert(
      fc.property(rules, amount, start, (made, result, balance) => {
        const of = (ppm: bigint): ReturnType<typeof ratio> => ratio(ppm, PPM_ONE).times(ratio(balance));
        const lost = (ppm: bigint | null): boolean => ppm !== null && ratio(-result).compare(of(ppm)) >= 0;
        expect(isAttemptLost(made, result, balance)).toBe(lost(made.maxLoss));
        expect(isDayLost(made, result, balance)).toBe(lost(made.maxDayLoss));
        const { target, maxShare } = made;
        expect(isAttemptPassed(made, result, balance)).toBe(target !== null && ratio(result).compare(of(target)) >= 0);
        expect(isShareAllowed(made, result, balance)).toBe(
          maxShare === null || ratio(result).compare(of(maxShare)) <= 0,
        );
      }),
    );
  });

  it('E17 count a day from 00:00 UTC', () => {
    const noon = Date.UTC(2026, 1, 5, 12);
    expect(dayOf(Date.UTC(2026, 1, 5)) - dayOf(Date.UTC(2026, 1, 4, 23, 59, 59, 999))).toBe(1);
    expect([dayOf(noon), dayOf(0), dayOf(-1)]).toEqual([20_489, 0, -1]);
  });
});
