import { api } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { toCsv } from '@/lib/csv.ts';
import { marketTime } from '@/lib/market-time.ts';
import { curveColumns, figureColumns, figureRows } from './results-csv.ts';

const results = api.results.mine.example.answer;

describe('CSV of results', () => {
  it('has a line for the whole and one for each group, in words for people', async () => {
    const rows = figureRows(structuredClone(results) as never);
    expect(rows).toHaveLength(7);
    const people = (await toCsv(figureColumns, rows, 'spreadsheet')).split('\r\n');
    expect(people[1]).toMatch(/^Все сделки;;1;1;0;100;20,65;100;3,5;/);
    expect(people.slice(2).map((line) => line.split(';').slice(0, 2).join(' '))).toEqual([
      ...['Плечо 2x', 'Пара BTCUSDT', 'Направление Long', 'Причина Закрыта вами', 'Час 14:00–15:00', 'День Среда'],
    ]);
    const programs = (await toCsv(figureColumns, rows, 'program')).split('\r\n');
    expect(programs[5]).toMatch(/^reason,user,1,1,0,100,20.65,100,3.5,/);
  });

  it('has every point of the curve, and no date where dates are hidden', async () => {
    const points = structuredClone(results.curve) as never;
    expect(await toCsv(curveColumns(marketTime(null)), points, 'program')).toContain(',3.5,1003.5,0.35');
    expect(await toCsv(curveColumns(marketTime(1_794_960_000)), points, 'program')).toContain('"день 1, 11:06:40",0,');
  });
});
