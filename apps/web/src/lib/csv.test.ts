import { describe, expect, it } from 'vitest';
import { collectPages, toCsv, type Column, type CsvFormat } from './csv.ts';

interface Row {
  name: string;
  amount: string | null;
  at: number | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { code: 'name', title: 'Имя', text: (row) => row.name },
  { code: 'kind', title: 'Вид', text: () => 'long', words: () => 'Лонг; вверх' },
  { code: 'amount', title: 'Сумма', decimal: (row) => row.amount },
  { code: 'at', title: 'Время', time: (row) => row.at },
  { code: 'record', title: null, text: () => '12345678901234567890' },
];
const row = (change: Partial<Row> = {}): Row => ({
  ...{ name: 'BTCUSDT', amount: '-1000.5', at: new Date(2026, 1, 5, 9, 30, 5).getTime() },
  ...change,
});
/** The lines of a file without its mark. */
async function lines(rows: Row[], format: CsvFormat): Promise<string[]> {
  const text = await toCsv(COLUMNS, rows, format);
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text.slice(1).split('\r\n');
}

describe('CSV', () => {
  it('for a Russian spreadsheet has semicolons, decimal commas, words and its dates', async () => {
    expect(await lines([row()], 'spreadsheet')).toEqual([
      'Имя;Вид;Сумма;Время',
      'BTCUSDT;"Лонг; вверх";-1000,5;05.02.2026 09:30:05',
    ]);
  });

  it('for a program has commas, dots, codes and ISO 8601', async () => {
    const at = row().at ?? 0;
    expect(await lines([row()], 'program')).toEqual([
      'name,kind,amount,at,record',
      `BTCUSDT,long,-1000.5,${new Date(at).toISOString()},12345678901234567890`,
    ]);
  });

  it('leaves out what is not there', async () => {
    expect((await lines([row({ amount: null, at: null })], 'program'))[1]).toBe('BTCUSDT,long,,,12345678901234567890');
  });

  it.each([
    '=1+1',
    '+1',
    '+123456',
    '+7916000+1',
    '+79160000001=1',
    '-1+2',
    '-',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    "-2+3+cmd|' /C calc'!A0",
  ])('keeps %j a text, whoever reads it', async (name) => {
    for (const format of ['spreadsheet', 'program'] as const) {
      const text = await toCsv(COLUMNS, [row({ name })], format);
      expect(text.slice(text.indexOf('\r\n') + 2)).toMatch(/^"?'/);
    }
  });

  it('leaves a phone as it is for a program, and keeps it a text for a spreadsheet', async () => {
    const phone = row({ name: '+79160000001' });
    expect((await lines([phone], 'program'))[1]).toMatch(/^\+79160000001,/);
    expect((await lines([phone], 'spreadsheet'))[1]).toMatch(/^"?'\+79160000001/);
  });

  it('quotes what would break a line', async () => {
    expect((await lines([row({ name: 'a"b' })], 'program'))[1]).toMatch(/^"a""b",/);
    expect((await lines([row({ name: 'a;b' })], 'spreadsheet'))[1]).toMatch(/^"a;b";/);
  });
});

describe('collectPages', () => {
  it('reads every page once, in order, and tells how many rows it has', async () => {
    const pages = new Map<string | undefined, { rows: number[]; next: string | null }>([
      [undefined, { rows: [1, 2], next: 'b' }],
      ['b', { rows: [], next: 'c' }],
      ['c', { rows: [3], next: null }],
    ]);
    const counts: number[] = [];
    const read = async (cursor: string | undefined) => {
      const page = pages.get(cursor);
      if (page === undefined) throw new Error(`no page ${cursor}`);
      return page;
    };
    expect(await collectPages(read, (count) => counts.push(count))).toEqual([1, 2, 3]);
    expect(counts).toEqual([2, 2, 3]);
  });
});
