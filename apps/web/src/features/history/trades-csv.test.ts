import { describe, expect, it } from 'vitest';
import type { Trade } from '@plecho/contract';
import { csvHeader, csvLine } from './trades-csv.ts';

const trade: Trade = {
  id: '7',
  positionId: '5',
  market: 'main',
  label: 'Синтетический рынок',
  symbol: 'BTCUSDT',
  type: 'long',
  entryPrice: '1000.5',
  exitPrice: '1010',
  amount: '100',
  leverage: 10,
  size: '1000',
  fee: '0',
  pnl: '-9.5',
  pnlPercent: '-9.5',
  insurance: '0',
  reason: 'user',
  liquidationPrice: null,
  takeProfit: null,
  stopLoss: null,
  openTime: 1_700_000_000,
  closeTime: 1_700_000_600,
  entryRecord: { seq: '11', price: '1000.5', time: 1 },
  exitRecord: { seq: '99', price: '1010', time: 2 },
  bestPrice: null,
  worstPrice: null,
  path: null,
  seasonEnd: false,
};

describe('CSV of trades', () => {
  it('has a column for every value, decimals untouched', () => {
    expect(csvLine(trade)).toBe(
      '7,main,Синтетический рынок,BTCUSDT,long,10,100,1000,1000.5,1010,-9.5,-9.5,0,0,user,' +
        '2023-11-14T22:13:20.000Z,2023-11-14T22:23:20.000Z,11,99\r\n',
    );
    expect(csvHeader().split(',')).toHaveLength(csvLine(trade).split(',').length);
  });

  it('quotes what would break a line and disarms what a spreadsheet would run', () => {
    expect(csvLine({ ...trade, label: 'Повтор: LINKUSDT, 5 февраля «"2026"»' })).toContain(
      '"Повтор: LINKUSDT, 5 февраля «""2026""»"',
    );
    expect(csvLine({ ...trade, label: '=1+1' })).toContain(",'=1+1,");
  });
});
