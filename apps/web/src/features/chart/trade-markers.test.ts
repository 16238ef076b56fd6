import { describe, expect, it } from 'vitest';
import type { PositionState, Trade } from '@plecho/contract';
import { marketTime } from '@/lib/market-time.ts';
import type { ChartColors } from './chart-colors.ts';
import { tradeMarks } from './trade-markers.ts';

const context = {
  interval: '1m',
  time: marketTime(null),
  shift: 10_800,
  since: 600,
  startAt: null,
  colors: {} as ChartColors,
  apart: 1,
} as const;
const position = (id: string, openTime: number, change: Partial<PositionState> = {}): PositionState =>
  ({ id, symbol: 'BTCUSDT', type: 'long', leverage: 5, openTime, ...change }) as PositionState;
const trade = (
  id: string,
  positionId: string,
  openTime: number,
  closeTime: number,
  change: Partial<Trade> = {},
): Trade =>
  ({
    id,
    positionId,
    symbol: 'BTCUSDT',
    type: 'long',
    leverage: 5,
    openTime,
    closeTime,
    reason: 'user',
    ...change,
  }) as Trade;

describe('tradeMarks', () => {
  it('C2 marks where a scenario began, as long as that is on the chart', () => {
    const marks = tradeMarks('BTCUSDT', [], [], { ...context, startAt: 790 });
    expect(marks.map(({ marker }) => [marker.time, marker.text])).toEqual([[780 + context.shift, 'Начало сценария']]);
    expect(tradeMarks('BTCUSDT', [], [], { ...context, startAt: 500 })).toEqual([]);
  });

  it('marks entries and exits on their candles, in the order of time, in the viewer’s zone', () => {
    const trades = [trade('2', '9', 730, 905, { reason: 'liquidation' })];
    const markers = tradeMarks('BTCUSDT', [position('8', 790)], trades, context).map(({ marker }) => marker);
    expect(markers.map(({ id, time }) => [id, time])).toEqual([
      ['entry:9', 720 + 10_800],
      ['entry:8', 780 + 10_800],
      ['exit:2', 900 + 10_800],
    ]);
    expect(markers.at(-1)).toMatchObject({ shape: 'square', text: 'Ликв.' });
  });

  it('marks the entry of a partly closed position once', () => {
    const markers = tradeMarks('BTCUSDT', [position('8', 790)], [trade('2', '8', 790, 905)], context);
    expect(markers.map(({ marker }) => marker.id)).toEqual(['entry:8', 'exit:2']);
  });

  it('leaves out other symbols and what is older than the chart', () => {
    const others = [position('8', 790, { symbol: 'ETHUSDT' }), position('7', 100)];
    expect(tradeMarks('BTCUSDT', others, [trade('2', '6', 100, 500)], context)).toEqual([]);
  });

  it('merges what is too near on one side of the candles into one mark with its number', () => {
    const positions = [position('8', 790), position('7', 850), position('6', 1210)];
    const trades = [trade('2', '8', 790, 905), trade('3', '7', 850, 910, { reason: 'liquidation' })];
    const merged = tradeMarks('BTCUSDT', positions, trades, { ...context, apart: 5 });
    expect(merged.map(({ marker, deeds }) => [marker.id, marker.text, deeds.length])).toEqual([
      ['entry:8', '×2', 2],
      ['exit:2', '×2', 2],
      ['entry:6', 'Long 5x', 1],
    ]);
    expect(merged.map(({ marker }) => marker.shape)).toEqual(['arrowUp', 'circle', 'arrowUp']);
    expect(merged[1]?.deeds.map(({ text }) => text.replace(/^.*\d /, ''))).toEqual(['Выход', 'Ликв.']);
    expect(tradeMarks('BTCUSDT', positions, trades, { ...context, apart: 1 })).toHaveLength(4);
  });
});
