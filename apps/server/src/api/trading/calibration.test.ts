import { DEFAULT_RULES, type ClassRules } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import type { MarketDefinition } from '../../engine/market-definition.ts';
import { withCalibration, type Intent } from './calibration.ts';

const RULES: ClassRules = {
  ...{ maxLeverage: 10, maxShare: null, maxDayLoss: null, maxLoss: null, target: null, days: null },
  calibration: true,
};
const ORDER = { symbol: 'BTCUSDT', side: 'long' as const, margin: 1n, takeProfit: null, stopLoss: null };
const opening = (leverage: number): Intent => ({ type: 'openPosition', ...ORDER, leverage });
const ADDING: Intent = { type: 'addToPosition', positionId: 1n, margin: 1n };

/** What a command becomes, and how often the guesses were asked about. */
async function ask(intent: Intent, { isCalibrated = true, rules = RULES as ClassRules | null } = {}) {
  let asked = 0;
  const guesses = {
    isCalibrated: () => {
      asked += 1;
      return Promise.resolve(isCalibrated);
    },
  };
  const definition = { rules: { ...DEFAULT_RULES, classRules: rules } } as MarketDefinition;
  return { intent: await withCalibration(guesses, 7n, { definition }, intent), asked };
}

describe('E17 calibrated guesses', () => {
  it('go with what opens above 3x, in the market of a class that asks for them', async () => {
    expect(await ask(opening(4))).toEqual({ intent: { ...opening(4), calibrated: true }, asked: 1 });
    expect(await ask(opening(4), { isCalibrated: false })).toEqual({ intent: opening(4), asked: 1 });
  });

  it('go with what enlarges a position, whose leverage is the engine’s to know', async () => {
    expect(await ask(ADDING)).toEqual({ intent: { ...ADDING, calibrated: true }, asked: 1 });
    const reverse: Intent = { type: 'reversePosition', positionId: 1n };
    expect(await ask(reverse)).toEqual({ intent: { ...reverse, calibrated: true }, asked: 1 });
  });

  it('go with both orders of a pair, when one of them is above 3x', async () => {
    const [first, second] = [
      { ...ORDER, leverage: 2 },
      { ...ORDER, leverage: 5 },
    ];
    const pair: Intent = { type: 'placePair', first, second };
    const both = { first: { ...first, calibrated: true }, second: { ...second, calibrated: true } };
    expect((await ask(pair)).intent).toEqual({ type: 'placePair', ...both });
  });

  it.each<[string, Intent, ClassRules | null]>([
    ['up to 3x', opening(3), RULES],
    ['in a class that does not ask', opening(4), { ...RULES, calibration: false }],
    ['outside classes', opening(10), null],
    ['for a close', { type: 'closePosition', positionId: 1n, portion: 10_000n }, RULES],
  ])('are not looked up %s', async (_where, intent, rules) => {
    expect(await ask(intent, { rules })).toEqual({ intent, asked: 0 });
  });
});
