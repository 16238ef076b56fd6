import { describe, expect, it } from 'vitest';
import type { PositionState, Trade } from '@plecho/contract';
import type { ChartColors } from './chart-colors.ts';
import { tradeMarkers } from './trade-markers.ts';

const context = { interval: '1m', shift: 10_800, since: 600, colors: {} as ChartColors } as const;
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

describe('tradeMarkers', () => {
  it('marks entries and exits on their candles, in the order of time, in the viewer’s zone', () => {
    const trades = [trade('2', '9', 730, 905, { reason: 'liquidation' })];
    const markers = tradeMarkers('BTCUSDT', [position('8', 790)], trades, context);
    expect(markers.map(({ id, time }) => [id, time])).toEqual([
      ['entry:9', 720 + 10_800],
      ['entry:8', 780 + 10_800],
      ['exit:2', 900 + 10_800],
    ]);
    expect(markers.at(-1)).toMatchObject({ shape: 'square', text: 'Ликв.' });
  });

  it('marks the entry of a partly closed position once', () => {
    const markers = tradeMarkers('BTCUSDT', [position('8', 790)], [trade('2', '8', 790, 905)], context);
    expect(markers.map(({ id }) => id)).toEqual(['entry:8', 'exit:2']);
  });

  it('leaves out other symbols and what is older than the chart', () => {
    const others = [position('8', 790, { symbol: 'ETHUSDT' }), position('7', 100)];
    expect(tradeMarkers('BTCUSDT', others, [trade('2', '6', 100, 500)], context)).toEqual([]);
  });
});
