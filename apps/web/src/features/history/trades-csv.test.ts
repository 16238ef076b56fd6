import { describe, expect, it } from 'vitest';
import type { NotedTrade } from '@plecho/contract';
import { toCsv, type CsvFormat } from '@/lib/csv.ts';
import { marketTime } from '@/lib/market-time.ts';
import { tradeColumns } from './trades-csv.ts';

const trade: NotedTrade = {
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
  initialStopLoss: null,
  trailing: null,
  orderId: null,
  openTime: 1_700_000_000,
  closeTime: 1_700_000_600,
  entryRecord: { seq: '11', price: '1000.5', time: 1 },
  entries: [],
  funding: '0',
  exitRecord: { seq: '99', price: '1010', time: 2 },
  bestPrice: null,
  worstPrice: null,
  path: null,
  seasonEnd: false,
  note: null,
};

/** The only line of a file below its header. */
const line = async (format: CsvFormat, of = trade, dayOne: number | null = null): Promise<string | undefined> =>
  (await toCsv(tradeColumns(marketTime(dayOne)), [of], format)).split('\r\n')[1];

describe('CSV of trades', () => {
  it('has a column for every value, decimals and codes untouched for programs', async () => {
    expect(await line('program')).toBe(
      '7,main,Синтетический рынок,BTCUSDT,long,10,100,1000,1000.5,1010,-9.5,-9.5,0,0,user,' +
        '2023-11-14T22:13:20.000Z,2023-11-14T22:23:20.000Z,11,99,,0,,,false',
    );
  });

  it('has words and decimal commas for people', async () => {
    expect(await line('spreadsheet')).toMatch(
      /^7;Синтетический рынок;BTCUSDT;Long;10;100;1000;1000,5;1010;-9,5;-9,5;0;0;Закрыта вами;1[45]\.11\.2023 /,
    );
  });

  it.each<CsvFormat>(['program', 'spreadsheet'])(
    'C2 has the hidden days of a replay as on the screens: %s',
    async (format) => {
      const dayOne = 946_684_800;
      const hidden = { ...trade, openTime: dayOne + 3_600, closeTime: dayOne + 86_400 + 65 };
      const row = await line(format, hidden, dayOne);
      expect(row).toMatch(/"?день 1, 01:00:00"?[;,]"?день 2, 00:01:05"?/);
      expect(row).not.toContain('2000');
    },
  );

  it('tells a close by a new season from one by hand', async () => {
    const ended = { ...trade, seasonEnd: true };
    expect(await line('spreadsheet', ended)).toContain(';Начато заново;');
    expect(await line('program', ended)).toMatch(/,user,.*,true$/);
  });

  it('S13 has one’s own note and tags, which no spreadsheet runs', async () => {
    const note = { text: '=1+1; «рано»\nвторая строка', tags: ['пробой', 'стоп'], version: 1, changedAt: 1 };
    const cells = (await toCsv(tradeColumns(marketTime(null)), [{ ...trade, note }], 'spreadsheet')).split('\r\n')[1];
    expect(cells).toMatch(/;"'=1\+1; «рано»\nвторая строка";пробой, стоп$/);
  });

  it('M1 calls a scenario by its label in both forms', async () => {
    const label = 'Сценарий: падение на 30 % за 2 мин, спред 1 %';
    const of = { ...trade, market: 'scenario-7', label };
    expect(await line('spreadsheet', of)).toMatch(`7;${label};BTCUSDT;`);
    expect(await line('program', of)).toMatch(`7,scenario-7,"${label}",BTCUSDT,`);
  });
});
