import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIDES } from '../pnl.ts';
import { CLOSE_REASONS } from '../realise.ts';
import { equityCurve, maxDrawdown, returnOf, type Flow } from './equity.ts';
import { shareHeld, timeInPositions } from './exposure.ts';
import { rank, scoreOf } from './rating.ts';
import { splitBy, SPLITS } from './splits.ts';
import { summarise, wilson95 } from './summary.ts';
import { addTallies, tallyOf } from './tally.ts';
import type { ResultTrade } from './trade.ts';

const ONE = 1_000_000n;
const HOUR = 3_600_000;

function trade(net: bigint, more: Partial<ResultTrade> = {}): ResultTrade {
  const base = { margin: 100n * ONE, leverage: 2, side: 'long', symbol: 'BTCUSDT', reason: 'user', r: null } as const;
  return { ...base, net, openedAt: 0, closedAt: HOUR, ...more };
}

/** Closed one after another, up to two weeks in all. */
const trades = fc
  .array(
    fc.record({
      net: fc.oneof(fc.bigInt(-500n * ONE, 500n * ONE), fc.constant(0n)),
      margin: fc.bigInt(ONE, 500n * ONE),
      leverage: fc.integer({ min: 1, max: 10 }),
      side: fc.constantFrom(...SIDES),
      symbol: fc.constantFrom('BTCUSDT', 'ETHUSDT', 'XRPUSDT'),
      reason: fc.constantFrom(...CLOSE_REASONS),
      held: fc.integer({ min: 0, max: 12 * HOUR }),
      gap: fc.integer({ min: 0, max: 12 * HOUR }),
      r: fc.option(fc.integer({ min: -5_000, max: 5_000 })),
    }),
    { maxLength: 60 },
  )
  .map((drawn) => {
    let closedAt = 20 * HOUR;
    return drawn.map(({ held, gap, ...rest }): ResultTrade => {
      closedAt += gap;
      return { ...rest, openedAt: closedAt - held, closedAt };
    });
  });

const sum = (amounts: bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

describe('summarise', () => {
  it('says what a handful of trades came to', () => {
    const results = [30n * ONE, -10n * ONE, -20n * ONE, 0n, 50n * ONE].map((net) => trade(net));
    const summary = summarise([...results, trade(-10n * ONE, { reason: 'liquidation', r: -1_000 })]);
    expect(summary).toMatchObject({
      ...{ trades: 6, wins: 2, losses: 3, liquidations: 1, net: 40n * ONE, won: 80n * ONE, lost: 40n * ONE },
      ...{ expectancy: 6_666_666n, profitFactor: 2, averageWin: 40n * ONE, averageLoss: -13_333_334n },
      ...{ longestLosingRun: 2, averageR: -1_000 },
    });
    expect(summary.winRate?.share).toBeCloseTo(1 / 3);
  });

  it('has no averages of nothing', () => {
    expect(summarise([])).toMatchObject({
      ...{ trades: 0, net: 0n, winRate: null, expectancy: null, profitFactor: null, averageWin: null },
      ...{ averageLoss: null, averageR: null, longestLosingRun: 0 },
    });
  });

  it('agrees with a calculation of its own for any trades', () => {
    fc.assert(
      fc.property(trades, (some) => {
        const summary = summarise(some);
        const nets = some.map(({ net }) => net);
        expect(summary.net).toBe(sum(nets));
        expect(summary.wins + summary.losses + nets.filter((net) => net === 0n).length).toBe(some.length);
        const signs = nets.map((net) => (net < 0n ? 'l' : '-')).join('');
        expect(summary.longestLosingRun).toBe(Math.max(...signs.split('-').map(({ length }) => length)));
        if (summary.expectancy === null) return;
        // The average is floored: never more than the true one, and less than a unit below it.
        const rest = summary.net - summary.expectancy * BigInt(some.length);
        expect(rest >= 0n && rest < BigInt(some.length)).toBe(true);
      }),
    );
  });
});

describe('wilson95', () => {
  it('has the bounds of published tables', () => {
    // Newcombe 1998: 81 of 263, and 0 of 20.
    expect(wilson95(81, 263).low).toBeCloseTo(0.2553, 4);
    expect(wilson95(81, 263).high).toBeCloseTo(0.3662, 4);
    expect(wilson95(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.1611, 4) });
    expect(wilson95(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('holds the share, and its bounds are where the share would be 1.96 deviations away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, part) => {
        const successes = Math.round(part * n);
        const share = successes / n;
        const { low, high } = wilson95(successes, n);
        expect(low >= 0 && low <= share && share <= high && high <= 1).toBe(true);
        for (const bound of [low, high]) {
          if (bound === 0 || bound === 1) continue;
          expect(Math.abs(share - bound) / Math.sqrt((bound * (1 - bound)) / n)).toBeCloseTo(1.959964, 4);
        }
      }),
    );
  });
});

describe('equityCurve', () => {
  it('takes deposits out of the return', () => {
    const day = (n: number, net: bigint) => trade(net, { openedAt: n * HOUR, closedAt: n * HOUR + 1 });
    // 10 % of 1000, then 9000 come in at the moment of the next close: the same 10 % are 1010.
    const points = equityCurve(
      1000n * ONE,
      [{ at: 3 * HOUR + 1, amount: 9000n * ONE }],
      [day(1, 100n * ONE), day(3, 1010n * ONE)],
    );
    expect(points.map(({ net, equity }) => [net / ONE, equity / ONE])).toEqual([
      [0n, 1000n],
      [100n, 1100n],
      [1110n, 11_110n],
    ]);
    expect(points.at(-1)?.index).toBeCloseTo(1.21, 9);
    expect(returnOf(points)).toBe(210_000);
  });

  it('ends at nothing when everything was lost, and deposits bring nothing back', () => {
    const points = equityCurve(
      10n * ONE,
      [{ at: 2, amount: 10n * ONE }],
      [trade(-10n * ONE, { closedAt: 1 }), trade(5n * ONE, { closedAt: 3 })],
    );
    expect(points.map(({ index }) => index)).toEqual([1, 0, 0]);
    expect(maxDrawdown(points)).toEqual({ ppm: 1_000_000, from: 0, to: 1 });
    expect(equityCurve(10n * ONE, [], [])).toEqual([]);
    expect(maxDrawdown([])).toBeNull();
    expect(returnOf([])).toBe(0);
  });

  it('holds start, flows and results to the last unit, and flows alone are no return', () => {
    const flows = fc.array(fc.record({ at: fc.nat(40 * 24 * HOUR), amount: fc.bigInt(-100n * ONE, 1000n * ONE) }));
    fc.assert(
      fc.property(trades, flows, (some, drawn: Flow[]) => {
        const start = 100_000n * ONE;
        const points = equityCurve(start, drawn, some);
        expect(points.length).toBe(some.length === 0 ? 0 : some.length + 1);
        for (const [n, point] of points.slice(1).entries()) {
          const until = some.slice(0, n + 1);
          const came = drawn.filter(({ at }) => at <= (some[n]?.closedAt ?? 0));
          expect(point.net).toBe(sum(until.map(({ net }) => net)));
          expect(point.equity).toBe(start + point.net + sum(came.map(({ amount }) => amount)));
        }
        const idle = equityCurve(
          start,
          drawn,
          some.map((each) => ({ ...each, net: 0n })),
        );
        expect(returnOf(idle)).toBe(0);
        // Without flows, chained shares are the plain return.
        const plain = equityCurve(start, [], some);
        expect(returnOf(plain) / 1e6).toBeCloseTo(Number(plain.at(-1)?.net ?? 0n) / Number(start), 5);
      }),
    );
  });
});

describe('maxDrawdown', () => {
  it('finds the deepest of all falls from a height before', () => {
    const indices = fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(indices, (drawn) => {
        const points = drawn.map((index, at) => ({ at, index }));
        const falls = points.flatMap((from) =>
          points.filter(({ at }) => at >= from.at).map(({ index }) => 1 - index / from.index),
        );
        const found = maxDrawdown(points);
        expect(found?.ppm ?? 0).toBe(Math.round(Math.max(0, ...falls) * 1e6));
        if (found === null) return;
        expect(found.from).toBeLessThan(found.to);
      }),
    );
  });
});

describe('splitBy', () => {
  it('puts each trade into one group, whose tallies add up to the whole', () => {
    fc.assert(
      fc.property(trades, fc.constantFrom(...SPLITS), fc.integer({ min: -720, max: 840 }), (some, split, offset) => {
        const groups = [...splitBy(some, split, offset).values()];
        expect(groups.flat().length).toBe(some.length);
        expect(groups.map(tallyOf).reduce(addTallies, tallyOf([]))).toEqual(tallyOf(some));
      }),
    );
  });

  it('reads hours and weekdays from the clock of the person', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -720, max: 840 }), (openedAt, offset) => {
        const there = new Date(openedAt + offset * 60_000);
        fc.pre(there.getTime() >= 0);
        const some = [trade(0n, { openedAt })];
        expect([...splitBy(some, 'hour', offset).keys()]).toEqual([String(there.getUTCHours())]);
        expect([...splitBy(some, 'weekday', offset).keys()]).toEqual([String(((there.getUTCDay() + 6) % 7) + 1)]);
      }),
    );
  });
});

describe('timeInPositions', () => {
  it('counts what overlaps once', () => {
    const held = (openedAt: number, closedAt: number) => ({ openedAt, closedAt });
    expect(timeInPositions([held(0, 10), held(5, 20), held(6, 8), held(30, 40)])).toEqual({ held: 30, span: 40 });
    expect(shareHeld({ held: 30, span: 40 })).toBe(750_000);
    expect(shareHeld(timeInPositions([]))).toBeNull();
  });

  it('agrees with counting every moment', () => {
    const spans = fc.array(fc.tuple(fc.nat(50), fc.nat(10)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(spans, (drawn) => {
        const some = drawn.map(([openedAt, length]) => ({ openedAt, closedAt: openedAt + length }));
        const moments = Array.from({ length: 60 }, (_, at) => at);
        const held = moments.filter((at) => some.some((one) => one.openedAt <= at && at < one.closedAt)).length;
        expect(timeInPositions(some).held).toBe(held);
      }),
    );
  });
});

describe('rank', () => {
  it('puts return over drawdown first; who is equal shares a place', () => {
    expect(scoreOf(200_000, 100_000)).toBe(200);
    expect(scoreOf(-50_000, 100_000)).toBe(-50);
    // Without a drawdown: as if it had been one percent.
    expect(scoreOf(30_000, 0)).toBe(300);
    const rated = [
      { score: 100, gained: 5 },
      { score: 300, gained: 1 },
      { score: 100, gained: 9 },
      { score: 100, gained: 9 },
      { score: -10, gained: -3 },
    ];
    expect(rank(rated).map(({ place, gained }) => [place, gained])).toEqual([
      [1, 1],
      [2, 9],
      [2, 9],
      [4, 5],
      [5, -3],
    ]);
  });
});
