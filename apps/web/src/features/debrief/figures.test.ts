import type { Debrief, DebriefTrade } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { byLeverage, tradesOf, medianOf, resultsOf } from './figures.ts';
import { marksOf } from './marks.ts';

const BEGINS = 1_769_990_400;

const trade = (person: number, of: Partial<DebriefTrade> = {}): DebriefTrade => ({
  ...{ person, symbol: 'BTCUSDT', type: 'long', leverage: 10, amount: '100', net: '-100', reason: 'liquidation' },
  entryRecord: { seq: '5', price: '100', time: BEGINS * 1000 + 1_000 },
  exitRecord: { seq: '9', price: '91', time: BEGINS * 1000 + 61_000 },
  ...of,
});

const debriefOf = (trades: DebriefTrade[], people = 3): Debrief => ({
  market: 'drill-1',
  drill: {
    ...{ market: 'drill-1', class: 'HARB2R7K', label: 'Повтор', symbols: ['BTCUSDT'], state: 'ended', version: 4 },
    ...{ countdownMs: null, speed: 60, startAt: BEGINS, end: (BEGINS + 7_200) * 1000, masked: false, dayOne: null },
    ...{ playhead: (BEGINS + 7_200) * 1000, members: people, createdAt: 0 },
  },
  startBalance: '1000',
  people: Array.from({ length: people }, (_, place) => ({
    persona: place === 0 ? null : { animal: 'fox', colour: 'blue' },
    own: place === 1,
  })),
  ...{ trades, dataset: 'crash', revealed: null },
});

describe('what came of a drill', () => {
  it('is told of everybody, best first, also of whoever did not trade', () => {
    const debrief = debriefOf([
      trade(0),
      trade(1, { net: '25.5', reason: 'user', leverage: 2 }),
      trade(0, { net: '40', reason: 'takeProfit' }),
    ]);
    const results = resultsOf(debrief, tradesOf(debrief));
    expect(results.map(({ person, net, trades, liquidations }) => [person, net, trades, liquidations])).toEqual([
      [1, 25_500_000n, 1, 0],
      [2, 0n, 0, 0],
      [0, -60_000_000n, 2, 1],
    ]);
    expect(results.at(-1)?.curve.map(({ balance }) => balance)).toEqual([900_000_000n, 940_000_000n]);
    expect(medianOf(results.map(({ net }) => net))).toBe(0n);
    expect(medianOf([])).toBeNull();
  });

  it('is spread by leverage, in percent of the margin', () => {
    const rows = byLeverage(
      tradesOf(debriefOf([trade(0), trade(1, { net: '25', leverage: 2 }), trade(2, { net: '5' })])),
    );
    expect(rows).toMatchObject([
      { leverage: 2, trades: 1, wins: 1, liquidations: 1, returns: [2_500n] },
      { leverage: 10, trades: 2, wins: 1, liquidations: 2, returns: [-10_000n, 500n], net: -95_000_000n },
    ]);
  });
});

describe('the marks of a chart', () => {
  it('are four at most for each candle, with how many people each stands for', () => {
    const trades = Array.from({ length: 300 }, (_, person) => trade(person));
    const marks = marksOf(trades, 60, new Set([7]));
    expect(marks).toEqual([
      { kind: 'long', time: BEGINS, price: 100, count: 300, own: true },
      { kind: 'liquidation', time: BEGINS + 60, price: 91, count: 300, own: true },
    ]);
  });

  it('have one entry of a position that was closed in parts', () => {
    const parts = [trade(0, { reason: 'user' }), trade(0, { reason: 'user', amount: '50' })];
    expect(marksOf(parts, 60, new Set()).map(({ kind, count }) => [kind, count])).toEqual([
      ['long', 1],
      ['exit', 2],
    ]);
  });
});
