import type { Candle, Trade } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { rerunWindow, storyOf, storyUntil } from './story.ts';

const MINUTE = 60;
const record = (price: string, time: number) => ({ seq: '1', price, time: time * 1000 });
const candle = (time: number): Candle => ({ time, open: '1', high: '1', low: '1', close: '1', volume: '0' });

/** Opened at second 610, added to at 730, closed at 850. */
const TRADE = {
  ...{ type: 'long', leverage: 5, openTime: 610, closeTime: 850, exitPrice: '104' },
  entries: [
    { amount: '100', held: '0', price: '100', record: record('100', 610), maker: false },
    { amount: '100', held: '100', price: '90', record: record('90', 730), maker: false },
  ],
  ...{ entryRecord: record('100', 610), exitRecord: record('104', 850) },
  ...{ takeProfit: '104', stopLoss: '91', initialStopLoss: '85' },
  ...{ reason: 'user', trailing: null },
} as unknown as Trade;

describe('rerunWindow', () => {
  it('begins before the entry and ends after the exit, in whole candles', () => {
    expect(rerunWindow(TRADE)).toEqual({ interval: '1m', from: -120, to: 1140, limit: 21 });
  });

  it('takes a longer interval for a longer life', () => {
    const lasting = (seconds: number): string => rerunWindow({ openTime: 0, closeTime: seconds }).interval;
    expect([120 * MINUTE, 121 * MINUTE, 86_400, 7 * 86_400].map(lasting)).toEqual(['1m', '5m', '15m', '1d']);
  });
});

describe('the story of a trade', () => {
  const story = storyOf(TRADE, 5_000n);
  const at = (time: number): string[] => {
    const { events, levels } = storyUntil(story, candle(time), '1m');
    return [...events, ...levels].map(({ kind, price }) => `${kind} ${Number(price) / 1e8}`);
  };

  it('shows nothing of it before the entry', () => {
    expect(at(540)).toEqual([]);
  });

  it('shows each thing from the candle on that it happened in', () => {
    expect(at(600)).toEqual([
      ...['entry 100', 'liquidation 80.40201005', 'takeProfit 104', 'stopLoss 91', 'initialStopLoss 85'],
    ]);
    expect(at(780)).toEqual([
      ...['entry 100', 'added 90', 'liquidation 76.17032531', 'takeProfit 104', 'stopLoss 91', 'initialStopLoss 85'],
    ]);
  });

  it('has no levels any more after the exit', () => {
    expect(at(840)).toContain('exit 104');
    expect(at(900)).toEqual(['entry 100', 'added 90', 'exit 104']);
  });

  it('has the level of a trailing stop that closed it, at the close alone', () => {
    const trailed = { ...TRADE, reason: 'trailingStop', trailing: { level: '105' } } as unknown as Trade;
    const { levels } = storyOf(trailed, 5_000n);
    expect(levels.filter(({ kind }) => kind === 'trailingStop')).toEqual([
      { kind: 'trailingStop', price: 10_500_000_000n, from: 850, to: 850 },
    ]);
    const other = storyOf({ ...trailed, reason: 'user' }, 5_000n);
    expect(other.levels.map(({ kind }) => kind)).not.toContain('trailingStop');
  });

  it('names a stop loss that was never moved once', () => {
    const { levels } = storyOf({ ...TRADE, initialStopLoss: '91', takeProfit: null }, 5_000n);
    expect(levels.map(({ kind }) => kind)).toEqual(['liquidation', 'liquidation', 'stopLoss']);
  });
});
