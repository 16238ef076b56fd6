import { describe, expect, it } from 'vitest';
import { debriefOf, trade } from './debrief.fixture.ts';
import { byLeverage, tradesOf, medianOf, resultsOf } from './figures.ts';

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

  it('begins again with the start balance in each attempt, and comes to the sum of all', () => {
    const debrief = debriefOf([trade(0), trade(1), trade(0, { season: 2 }), trade(0, { season: 2, net: '30' })]);
    const results = resultsOf(debrief, tradesOf(debrief));
    const curves = results.map(({ person, curve }) => [person, ...curve.map(({ balance }) => balance)]);
    expect(curves).toEqual([[2], [1, 900_000_000n], [0, 900_000_000n, 900_000_000n, 930_000_000n]]);
    expect(results.at(-1)?.net).toBe(-170_000_000n);
  });

  it('knows trades of two attempts apart whose prices are of the same time', () => {
    const debrief = debriefOf([trade(0), trade(0, { season: 2, net: '-30' }), trade(0, { net: '-50' })]);
    const [, , { curve } = { curve: [] }] = resultsOf(debrief, tradesOf(debrief));
    expect(curve.map(({ balance }) => balance)).toEqual([900_000_000n, 970_000_000n, 850_000_000n]);
  });

  it('is rounded as the receipt of the trade has it', () => {
    const [row] = byLeverage(tradesOf(debriefOf([trade(0, { net: '-17.045015' })])));
    expect(row?.returns).toEqual([-1_705n]);
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
