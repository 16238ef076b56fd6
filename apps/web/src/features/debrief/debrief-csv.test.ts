import type { Debrief } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { toCsv, type CsvFormat } from '@/lib/csv.ts';
import { columnsOf } from './debrief-csv.ts';
import { BEGINS, debriefOf, trade } from './debrief.fixture.ts';

const lines = async (debrief: Debrief, format: CsvFormat): Promise<string[]> =>
  (await toCsv(columnsOf(debrief), debrief.trades, format)).slice(1).split('\r\n');
const masked = (debrief: Debrief): Debrief => ({
  ...debrief,
  drill: { ...debrief.drill, masked: true, dayOne: BEGINS - 17 * 3_600 },
});

describe('the CSV of a debrief', () => {
  it('has a number for everybody: of two with one persona, and of those without any', async () => {
    const debrief = debriefOf([trade(0), trade(1), trade(2), trade(3)], 4);
    debrief.people[3] = { persona: null, own: false };
    const [header, ...people] = await lines(debrief, 'spreadsheet');
    expect(header).toMatch(/^№;Участник;Пара;/);
    const names = people.map((line) => line.split(';').slice(0, 2));
    expect(names.map(([number]) => number)).toEqual(['1', '2', '3', '4']);
    expect(names.map(([, name]) => name === 'Без псевдонима')).toEqual([true, false, false, true]);
    expect((await lines(debrief, 'program'))[2]).toMatch(/^2,blue fox,BTCUSDT,long,10,100,-100,100,91,/);
  });

  it('M1 has the label of the market, and amounts in play USDT', async () => {
    const debrief = debriefOf([trade(0)]);
    const [header, line] = await lines(debrief, 'spreadsheet');
    expect(header).toMatch(/;Маржа, уч\. USDT;Результат, уч\. USDT;.*;Рынок$/);
    expect(line).toMatch(/;Повтор$/);
    const programs = await lines(debrief, 'program');
    expect(programs[0]).toMatch(/,market_label$/);
    expect(programs[1]).toMatch(/,Повтор$/);
  });

  it('has the times of the recording', async () => {
    const debrief = debriefOf([trade(0)]);
    const opened = new Date(BEGINS * 1000 + 1_000).toISOString();
    expect((await lines(debrief, 'program'))[1]).toContain(`,${opened},`);
  });

  it('has no date where dates are hidden, whoever reads it', async () => {
    const debrief = masked(debriefOf([trade(0)]));
    for (const format of ['spreadsheet', 'program'] as const) {
      const [, line] = await lines(debrief, format);
      expect(line).toContain('день 1, 17:00:01');
      expect(line).toContain('день 1, 17:01:01');
      expect(line).not.toMatch(/\d{2}\.\d{2}\.\d{4}|\d{4}-\d{2}-\d{2}/);
    }
  });
});
