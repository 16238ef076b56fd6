import { ratio, type Rational } from '@plecho/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrice } from '../decimal.ts';
import { acrossSpread, askOf, bidOf } from '../spread.ts';
import type { Recipe, Stage, TrendDirection } from './recipe.ts';
import { compileRecipe, PairStages } from './stages.ts';

const BTC = 'BTCUSDT';
const ALL = { symbols: null };
const MINUTE = 60_000;
const price = (text: string): bigint => parsePrice(text) ?? 0n;
const ONE = ratio(1n);
const percent = (tenThousandths: number): string => String(tenThousandths / 10_000);
const share = (tenThousandths: number): Rational => ratio(BigInt(tenThousandths), 1_000_000n);
const turned = (direction: TrendDirection, by: Rational): Rational =>
  direction === 'up' ? ONE.plus(by) : direction === 'down' ? ONE.minus(by) : ONE;
const times = (factor: Rational, exponent: number): Rational =>
  Array.from({ length: exponent }).reduce<Rational>((product) => product.times(factor), ONE);

const direction = fc.constantFrom<TrendDirection>('up', 'down', 'neutral');
/** At least a thousandth of a USDT, so that nothing here comes to the lowest price. */
const prices = fc.bigInt(10n ** 8n, 10n ** 14n);
const elapsed = fc.integer({ min: 0, max: 400 * MINUTE });

/** A stage with what it multiplies prices by, exactly. */
interface Model {
  stage: Stage;
  factor: (elapsed: number) => Rational;
}

const staticTrend = fc
  .record({ direction, drift: fc.integer({ min: 0, max: 999_999 }) })
  .map(({ direction, drift }): Model => ({
    stage: { type: 'trend', mode: 'static', direction, driftPercent: percent(drift), ...ALL },
    factor: () => turned(direction, share(drift)),
  }));
const schedule = fc
  .record({
    direction,
    min: fc.integer({ min: 0, max: 5_000 }),
    more: fc.integer({ min: 0, max: 5_000 }),
    intervalSeconds: fc.integer({ min: 60, max: 3_600 }),
  })
  .map(({ direction, min, more, intervalSeconds }): Model => ({
    stage: {
      ...{ type: 'trend', mode: 'schedule', direction, intervalSeconds, ...ALL },
      ...{ stepMinPercent: percent(min), stepMaxPercent: percent(min + more) },
    },
    factor: (at) =>
      times(
        turned(
          direction,
          share(min)
            .plus(share(min + more))
            .over(ratio(2n)),
        ),
        Math.floor(at / (intervalSeconds * 1000)),
      ),
  }));
const shock = fc
  .record({
    drop: fc.integer({ min: 1, max: 950_000 }),
    afterSeconds: fc.integer({ min: 0, max: 7_200 }),
    minutes: fc.integer({ min: 1, max: 120 }),
    recoveryMinutes: fc.option(fc.integer({ min: 1, max: 120 })),
  })
  .map(({ drop, ...times }): Model => ({
    stage: { type: 'shock', dropPercent: percent(drop), ...times, ...ALL },
    factor(at) {
      const since = Math.max(at - times.afterSeconds * 1000, 0);
      const fallen = ratio(BigInt(Math.min(since, times.minutes * MINUTE)), BigInt(times.minutes * MINUTE));
      const recovery = times.recoveryMinutes;
      const back = Math.max(since - times.minutes * MINUTE, 0);
      const recovered =
        recovery === null ? ratio(0n) : ratio(BigInt(Math.min(back, recovery * MINUTE)), BigInt(recovery * MINUTE));
      return ONE.minus(share(drop).times(fallen.minus(recovered)));
    },
  }));
const outage = (afterSeconds: number, seconds: number): Stage => ({ type: 'outage', afterSeconds, seconds, ...ALL });

describe('stages against exact fractions', () => {
  it('M7 each trend and shock is its formula, floored once', () => {
    fc.assert(
      fc.property(fc.oneof(staticTrend, schedule, shock), prices, elapsed, ({ stage, factor }, base, at) => {
        const exact = ratio(base).times(factor(at)).floor();
        const made = new PairStages([stage]).price(base, base, at) ?? -1n;
        // A schedule's factor has 36 decimals: it may be short of the exact one by less than a unit of the price.
        const off = exact - made;
        expect(stage.type === 'trend' && stage.mode === 'schedule' ? off === 0n || off === 1n : off === 0n).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('M7 stages are combined: volatility around the price at the start, then every factor, floored once', () => {
    fc.assert(
      fc.property(
        fc.tuple(staticTrend, shock),
        fc.integer({ min: 1, max: 15_000 }),
        prices,
        fc.integer({ min: -300, max: 300 }),
        elapsed,
        (models, factor, reference, move, at) => {
          const base = reference + (reference * BigInt(move)) / 1_000n;
          const stages = models.map(({ stage }) => stage);
          const volatility: Stage = { type: 'volatility', factor: percent(factor), ...ALL };
          const moved = ratio(reference).plus(ratio(base - reference).times(ratio(BigInt(factor), 10_000n)));
          const exact = models.reduce((value, model) => value.times(model.factor(at)), moved).floor();
          const made = new PairStages([volatility, ...stages]).price(base, reference, at);
          expect(made).toBe(exact < 1n ? 1n : exact);
          expect(new PairStages([...stages.toReversed(), volatility]).price(base, reference, at)).toBe(made);
        },
      ),
    );
  });

  it('M7 a spread is half of it above the price, ceiled, and half below, floored', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 200_000 }), (base, spread) => {
        const half = share(spread).over(ratio(2n));
        expect(askOf(base, BigInt(spread))).toBe(ratio(base).times(ONE.plus(half)).ceil());
        expect(bidOf(base, BigInt(spread))).toBe(ratio(base).times(ONE.minus(half)).floor());
      }),
    );
  });

  it('E5 M7 nothing is sold for nothing, however low the price and wide the spread', () => {
    for (const spread of [1n, 50_001n, 200_000n]) {
      expect(bidOf(1n, spread)).toBe(1n);
      expect(acrossSpread('long', 1n, spread)).toBe(1n);
    }
  });
});

describe('the seed’s formulas, by hand', () => {
  const at = (stage: Stage, elapsedMs: number): bigint | null =>
    new PairStages([stage]).price(price('200'), price('200'), elapsedMs);

  it('M7 static: up 5 % is 210, down 5 % is 190, neutral is 200', () => {
    const trend = (direction: TrendDirection): Stage => ({
      ...{ type: 'trend', mode: 'static', driftPercent: '5', direction, ...ALL },
    });
    expect([at(trend('up'), 0), at(trend('down'), MINUTE), at(trend('neutral'), 0)]).toEqual(
      ['210', '190', '200'].map(price),
    );
  });

  it('M7 schedule: a step of 1 to 2 % every 60 s is 1.015 for each whole minute', () => {
    const step: Stage = {
      ...{ type: 'trend', mode: 'schedule', direction: 'up', stepMinPercent: '1', stepMaxPercent: '2' },
      ...{ intervalSeconds: 60, ...ALL },
    };
    expect([0, MINUTE - 1, MINUTE, 2 * MINUTE].map((elapsedMs) => at(step, elapsedMs))).toEqual(
      ['200', '200', '203', '206.045'].map(price),
    );
  });

  it('M7 a schedule that has run for years stays a price, whichever way it went', () => {
    const years = 4 * 365 * 24 * 60 * MINUTE;
    for (const [direction, end] of [
      ['up', price('1000000000')],
      ['down', 1n],
    ] as const) {
      const step: Stage = {
        ...{ type: 'trend', mode: 'schedule', direction, stepMinPercent: '20', stepMaxPercent: '20' },
        ...{ intervalSeconds: 1, ...ALL },
      };
      expect(at(step, years)).toBe(end);
    }
  });

  it('M7 an outage has no price from its first moment to its last, and no candle where all of a minute is in it', () => {
    const stages = new PairStages([outage(30, 120)]);
    const seen = [29_999, 30_000, 149_999, 150_000].map((ms) => stages.price(5n, 5n, ms));
    expect(seen).toEqual([5n, null, null, 5n]);
    const candle = { time: 0, open: 5n, high: 5n, low: 5n, close: 5n, volume: 0n };
    expect([0, MINUTE, 2 * MINUTE].map((ms) => stages.candle(candle, 5n, ms) === null)).toEqual([false, true, false]);
  });

  it('M7 the highs and lows of candles are widened by the halves of the spread, opens and closes are not', () => {
    const candle = {
      time: 0,
      open: price('100'),
      high: price('110'),
      low: price('90'),
      close: price('95'),
      volume: 7n,
    };
    const widened = new PairStages([{ type: 'spread', percent: '2', ...ALL }]).candle(candle, price('100'), 0);
    expect(widened).toEqual({ ...candle, high: price('111.1'), low: price('89.1') });
  });

  it('M7 a stage is for its pairs alone, and pairs with the same stages share them', () => {
    const recipe: Recipe = {
      base: 'main',
      stages: [
        { type: 'trend', mode: 'static', direction: 'up', driftPercent: '10', symbols: [BTC] },
        { type: 'spread', percent: '1', symbols: null },
      ],
    };
    const compiled = compileRecipe(recipe, [BTC, 'ETHUSDT', 'SOLUSDT']);
    expect(compiled.get(BTC)?.price(price('100'), 0n, 0)).toBe(price('110'));
    expect(compiled.get('ETHUSDT')?.price(price('100'), 0n, 0)).toBe(price('100'));
    expect(compiled.get('ETHUSDT')).toBe(compiled.get('SOLUSDT'));
    expect(compiled.get('SOLUSDT')?.spread).toBe(10_000n);
  });
});
