import { describe, expect, it } from 'vitest';
import { BEGINS, trade } from './debrief.fixture.ts';
import { marksOf } from './marks.ts';

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
      ['exit', 1],
    ]);
  });

  it('count people, not what they did: somebody who goes in and out within a candle is one', () => {
    const user = { reason: 'user' as const };
    const at = (seq: string) => ({ seq, price: '100', time: BEGINS * 1000 + 1_000 + Number(seq) });
    const trades = [1, 2, 3].map((n) =>
      trade(0, { ...user, entryRecord: at(String(n)), exitRecord: at(String(n + 1)) }),
    );
    const marks = marksOf([...trades, trade(1, { ...user, entryRecord: at('9') })], 60, new Set([1]));
    expect(marks.map(({ kind, time, count, own }) => [kind, time - BEGINS, count, own])).toEqual([
      ['long', 0, 2, true],
      ['exit', 0, 1, false],
      ['exit', 60, 1, true],
    ]);
  });
});
