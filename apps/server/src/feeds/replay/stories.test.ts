import { STORIES, type Candle, type Story } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { storyPairs } from './stories.ts';

const HOUR = 60;
const klinesOf = (story: Story): Candle[] => storyPairs(story)[0]?.candles ?? [];
/** Per thousand, of the first price. */
const change = (from: Candle | undefined, to: Candle | undefined): number =>
  from === undefined || to === undefined ? Number.NaN : Number(((to.close - from.open) * 1000n) / from.open);

describe('the recordings of the product', () => {
  it.each(STORIES)('%s is a whole week of possible candles, the same every time', (story) => {
    const pairs = storyPairs(story);
    expect(pairs.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
    for (const { candles } of pairs) {
      expect(candles).toHaveLength(7 * 24 * HOUR);
      const broken = candles.filter(
        ({ open, high, low, close }) => low <= 0n || [open, close].some((price) => price < low || price > high),
      );
      expect(broken).toEqual([]);
    }
    expect(storyPairs(story)).toEqual(pairs);
  });

  it('the crash takes a third of the price within two hours', () => {
    const candles = klinesOf('crash');
    const at = (3 * 24 + 14) * HOUR;
    const fallen = change(candles[at], candles[at + 2 * HOUR - 1]);
    expect(fallen).toBeGreaterThan(-380);
    expect(fallen).toBeLessThan(-290);
    expect(Math.abs(change(candles[at - 2 * HOUR], candles[at - 1]))).toBeLessThan(60);
  });

  it('the sideways week comes back to where it began every half a day', () => {
    const candles = klinesOf('sideways');
    for (let at = 12 * HOUR; at < candles.length; at += 12 * HOUR) {
      expect(Math.abs(change(candles[0], candles[at])), `minute ${at}`).toBeLessThan(10);
    }
  });

  it('the trend gains more than it would without its bend', () => {
    const days = Array.from({ length: 7 }, (_, day) => klinesOf('trend')[day * 24 * HOUR]);
    expect(change(days[0], klinesOf('trend').at(-1))).toBeGreaterThan(100);
  });
});
