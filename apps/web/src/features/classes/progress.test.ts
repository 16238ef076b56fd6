import { describe, expect, it } from 'vitest';
import { roomOf } from './progress.ts';

const RULES = {
  ...{ maxLeverage: 5, maxSharePercent: null, maxDayLossPercent: '5', maxLossPercent: '10', targetPercent: '8' },
  ...{ days: null, calibration: false },
};
const own = (result: string, dayResult: string) => ({ startBalance: '1000', result, dayResult });

describe('the room of an attempt', () => {
  it('is what is left before each rule', () => {
    expect(roomOf(own('-30', '-20'), RULES)).toEqual({
      ...{ result: -30_000_000n, toTarget: 110_000_000n, progress: 0, dayLeft: 30_000_000n, lossLeft: 70_000_000n },
    });
  });

  it('does not grow by what was won, and is never below nothing', () => {
    expect(roomOf(own('40', '40'), RULES)).toMatchObject({
      progress: 0.5,
      dayLeft: 50_000_000n,
      lossLeft: 100_000_000n,
    });
    expect(roomOf(own('-140', '-140'), RULES)).toMatchObject({ dayLeft: 0n, lossLeft: 0n });
    expect(roomOf(own('90', '0'), RULES)).toMatchObject({ toTarget: 0n, progress: 1 });
  });

  it('has nothing where there is no rule', () => {
    const free = { ...RULES, maxDayLossPercent: null, maxLossPercent: null, targetPercent: null };
    expect(roomOf(own('1', '1'), free)).toMatchObject({
      toTarget: null,
      progress: null,
      dayLeft: null,
      lossLeft: null,
    });
  });
});
