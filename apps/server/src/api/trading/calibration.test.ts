import { DEFAULT_RULES, type ClassRules } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import type { MarketDefinition } from '../../engine/market-definition.ts';
import { withCalibration, type WantedCommand } from './calibration.ts';

const RULES: ClassRules = {
  ...{ maxLeverage: 10, maxShare: null, maxDayLoss: null, maxLoss: null, target: null, days: null },
  calibration: true,
};
const ORDER = { symbol: 'BTCUSDT', side: 'long' as const, margin: 1n, takeProfit: null, stopLoss: null };
const opening = (leverage: number): WantedCommand => ({ type: 'openPosition', ...ORDER, leverage });
const ADDING: WantedCommand = { type: 'addToPosition', positionId: 1n, margin: 1n };

/** What a command becomes, and how often the guesses were asked about. */
async function ask(
  wanted: WantedCommand,
  { isCalibrated = true, rules = RULES }: { isCalibrated?: boolean; rules?: ClassRules | null } = {},
): Promise<{ wanted: WantedCommand; asked: number }> {
  let asked = 0;
  const guesses = {
    isCalibrated: () => {
      asked += 1;
      return Promise.resolve(isCalibrated);
    },
  };
  const definition = { rules: { ...DEFAULT_RULES, classRules: rules } } as MarketDefinition;
  return { wanted: await withCalibration(guesses, 7n, { definition }, wanted), asked };
}

describe('E17 calibrated guesses', () => {
  it('go with what opens above 3x, in the market of a class that asks for them', async () => {
    expect(await ask(opening(4))).toEqual({ wanted: { ...opening(4), calibrated: true }, asked: 1 });
    expect(await ask(opening(4), { isCalibrated: false })).toEqual({ wanted: opening(4), asked: 1 });
  });

  it('go with what enlarges a position, whose leverage is the engine’s to know', async () => {
    expect(await ask(ADDING)).toEqual({ wanted: { ...ADDING, calibrated: true }, asked: 1 });
    const reverse: WantedCommand = { type: 'reversePosition', positionId: 1n };
    expect(await ask(reverse)).toEqual({ wanted: { ...reverse, calibrated: true }, asked: 1 });
  });

  it('go with both orders of a pair, when one of them is above 3x', async () => {
    const [first, second] = [
      { ...ORDER, leverage: 2 },
      { ...ORDER, leverage: 5 },
    ];
    const pair: WantedCommand = { type: 'placePair', first, second };
    const both = { first: { ...first, calibrated: true }, second: { ...second, calibrated: true } };
    expect((await ask(pair)).wanted).toEqual({ type: 'placePair', ...both });
  });

  it.each<[string, WantedCommand, ClassRules | null]>([
    ['up to 3x', opening(3), RULES],
    ['in a class that does not ask', opening(4), { ...RULES, calibration: false }],
    ['outside classes', opening(10), null],
    ['for a close', { type: 'closePosition', positionId: 1n, portion: 10_000n }, RULES],
  ])('are not looked up %s', async (_where, wanted, rules) => {
    expect(await ask(wanted, { rules })).toEqual({ wanted, asked: 0 });
  });
});
