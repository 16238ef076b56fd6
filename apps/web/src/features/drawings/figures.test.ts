import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLiquidatable, MAX_PRICE, notionalOf, parsePrice, parseUsdt, type Usdt } from '@plecho/domain';
import { tickOf } from '@/lib/tick.ts';
import type { Drawing } from './drawing.ts';
import { fibonacciLevels, fundsOf, measure, planOf } from './figures.ts';

const price = (text: string): bigint => parsePrice(text) ?? -1n;
const usdt = (text: string): bigint => parseUsdt(text) ?? -1n;
const TICK = tickOf(2);
/** Half a percent. */
const maintenance = 5_000n;
const rules = { maintenance, maxLeverage: 10 };
const ticks = fc.bigInt({ min: 1n, max: MAX_PRICE / TICK }).map((count) => count * TICK);

describe('Fibonacci levels', () => {
  it('are those that can be worked out by hand', () => {
    const levels = fibonacciLevels(price('100'), price('200'), TICK);
    expect(levels.map((level) => Number(level.price) / 1e8)).toEqual([200, 176.4, 161.8, 150, 138.2, 121.4, 100]);
  });

  it('begin and end at the anchors, follow each other, and are no further than half a tick from the exact price', () => {
    fc.assert(
      fc.property(ticks, ticks, (first, second) => {
        const levels = fibonacciLevels(first, second, TICK);
        expect(levels[0]?.price).toBe(second);
        expect(levels.at(-1)?.price).toBe(first);
        const sorted = levels.map((level) => level.price).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        expect(levels.map((level) => level.price)).toEqual(first < second ? sorted.toReversed() : sorted);
        expect(levels.every((level) => level.price % TICK === 0n)).toBe(true);
        for (const level of levels) {
          const off = level.price * 1000n - (second * 1000n + (first - second) * BigInt(level.thousandths));
          expect((off < 0n ? -off : off) * 2n).toBeLessThanOrEqual(TICK * 1000n + 1000n);
        }
      }),
    );
  });
});

describe('measure', () => {
  it('counts price, percent, bars and time, and the other way round is the opposite', () => {
    const [from, to] = [
      { time: 600, price: price('200') },
      { time: 4200, price: price('210.5') },
    ];
    expect(measure(from, to, 300)).toEqual({ price: price('10.5'), basisPoints: 525n, bars: 12, time: 3600 });
    expect(measure(to, from, 300)).toEqual({ price: price('-10.5'), basisPoints: -498n, bars: -12, time: -3600 });
  });
});

const position = (kind: 'long' | 'short', entry: string, target: string, stop: string): Drawing => ({
  id: 1,
  kind,
  locked: false,
  anchors: [
    { time: 60, price: price(entry) },
    { time: 120, price: price(target) },
    { time: 120, price: price(stop) },
  ],
});

describe('fundsOf', () => {
  it('takes all of the account, what is being withdrawn too, and what of it is free', () => {
    const [available, inOrders, inPositions, locked] = [usdt('500'), usdt('20'), usdt('3'), usdt('100')];
    const funds = fundsOf({ available, inOrders, inPositions, locked, realisedPnl: usdt('7') }, rules);
    expect(funds).toEqual({ total: usdt('623'), available, ...rules });
  });
});

describe('planOf', () => {
  const has = (total: Usdt, available: Usdt) => ({ total, available, ...rules });
  const funds = has(usdt('1000'), usdt('800'));

  it('risks one percent of the account at the stop, with no more leverage than it takes', () => {
    // 10 USDT are lost by 1 %: a size of 1 000, for which 800 are too little at 1x.
    expect(planOf(position('long', '1000', '1030', '990'), funds)).toEqual({
      side: 'long',
      entry: price('1000'),
      takeProfit: price('1030'),
      stopLoss: price('990'),
      reward: 300n,
      targetMove: 300n,
      stopMove: -100n,
      amounts: { margin: usdt('500'), leverage: 2, loss: usdt('10'), gain: usdt('30') },
    });
    const short = planOf(position('short', '1000', '950', '1020'), funds);
    expect(short?.amounts).toEqual({ margin: usdt('500'), leverage: 1, loss: usdt('10'), gain: usdt('25') });
    expect(short?.reward).toBe(250n);
    // A hair less than 1 % and 2 %, as the pair's tick has it.
    expect(planOf(position('long', '85125.31', '86827.81', '84274.06'), funds)).toMatchObject({
      ...{ reward: 200n, targetMove: 200n, stopMove: -100n },
    });
  });

  it('never asks for more than is free, nor for a margin that is refused', () => {
    const poor = planOf(position('long', '1000', '1030', '999'), has(usdt('1000'), usdt('50')));
    expect(poor?.amounts).toMatchObject({ margin: usdt('50'), leverage: 10, loss: usdt('0.5') });
    expect(planOf(position('long', '1000', '1030', '990'), has(0n, 0n))?.amounts).toBeNull();
    expect(planOf(position('long', '1000', '1030', '990'), null)?.amounts).toBeNull();
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: usdt('1000000') }),
        // So little is free at times that the risk would take more leverage than the stop allows.
        fc.oneof(fc.bigInt({ min: 0n, max: usdt('1000000') }), fc.bigInt({ min: 0n, max: usdt('500') })),
        fc.integer({ min: 1, max: 3_000 }).filter((stop) => stop !== 1_000),
        (total, available, stop) => {
          const side = stop < 1_000 ? 'long' : 'short';
          const target = side === 'long' ? '2000' : '500';
          const amounts = planOf(position(side, '1000', target, String(stop)), has(total, available))?.amounts;
          if (amounts == null) return;
          expect(amounts.margin <= available && amounts.margin >= usdt('1')).toBe(true);
          expect(amounts.leverage >= 1 && amounts.leverage <= 10).toBe(true);
          // It is stopped before it is liquidated, and so loses no more than its margin.
          const { margin, leverage, loss } = amounts;
          const exposure = { side, margin, notional: notionalOf(margin, leverage), entryPrice: price('1000') } as const;
          expect(isLiquidatable(exposure, price(String(stop)), maintenance)).toBe(false);
          expect(loss).toBeLessThanOrEqual(margin);
          // Only the least margin that is taken at all can risk more.
          expect(amounts.margin > usdt('1') && amounts.loss * 100n > total + 100n).toBe(false);
        },
      ),
    );
  });

  it('takes no more leverage than is allowed, and reckons with that', () => {
    const bound = { ...has(usdt('1000'), usdt('50')), maxLeverage: 3 };
    expect(planOf(position('long', '1000', '1030', '990'), bound)?.amounts).toEqual({
      ...{ margin: usdt('50'), leverage: 3, loss: usdt('1.5'), gain: usdt('4.5') },
    });
  });

  it('takes no leverage that would be liquidated before the stop', () => {
    // The risked 100 USDT would take 13x of the free 50, of which 7x and more are liquidated above 85.
    const far = planOf(position('long', '100', '130', '85'), has(usdt('10000'), usdt('50')));
    expect(far?.amounts).toEqual({ margin: usdt('50'), leverage: 6, loss: usdt('45'), gain: usdt('90') });
    // Even without leverage a short is liquidated before its price has doubled.
    expect(planOf(position('short', '100', '50', '200'), funds)?.amounts).toBeNull();
  });

  it('is of positions alone', () => {
    expect(planOf({ ...position('long', '1', '2', '3'), kind: 'rectangle' }, funds)).toBeNull();
  });
});
