import { describe, expect, it } from 'vitest';
import { DayKeys, LAST_DAY } from './day-keys.ts';
import { dayOfDate, startOf } from './days.ts';
import { KEY_VERSION, KeyRandomness } from './key-randomness.ts';
import { noblePrimitives } from './noble.ts';
import { nodePrimitives } from './node.ts';
import { SYNTHETIC_PAIRS } from './pairs.ts';
import { type MarketOrigin, type RecomputeTask, type RecordedPrice, recomputeCheck } from './recompute.ts';
import { SeedRandomness } from './seed-randomness.ts';
import { SyntheticMarket } from './synthetic-market.ts';

const all = new DayKeys(LAST_DAY, Buffer.alloc(32, 7), nodePrimitives);
const DAY = dayOfDate('2026-11-20') ?? 0;
const MIDNIGHT = startOf(DAY) * 1000;
const keyed = { generator: 'plecho-synthetic', version: KEY_VERSION, anchor: all.anchor };
const market = new SyntheticMarket(new KeyRandomness(all, KEY_VERSION), SYNTHETIC_PAIRS);

/** What the market records of a pair at a time that the pair has a tick at. */
function recordAt(symbol: string, time: number, of = market): RecordedPrice {
  const price = of.priceAt(symbol, time);
  if (price === null) throw new Error(`${symbol} has no tick at ${time}`);
  return { symbol, price, time };
}

const originOf = (parameters: MarketOrigin['parameters'], kind = 'synthetic'): MarketOrigin => ({
  market: { kind },
  parameters,
});

const check = (records: RecordedPrice[], { key = all.keyOf(DAY), ...others }: Partial<RecomputeTask> = {}) =>
  recomputeCheck({ definition: originOf(keyed), records, key, primitives: nodePrimitives, ...others });

/** Of pairs with different periods: the start and the end of the day, a midnight, a moment between two whole seconds. */
const RECORDS = [
  recordAt('BTCUSDT', MIDNIGHT),
  recordAt('BTCUSDT', MIDNIGHT + 43_261_750),
  recordAt('ETHUSDT', MIDNIGHT + 86_399_750),
  recordAt('HOTUSDT', MIDNIGHT + 59_750),
  recordAt('PEPEUSDT', MIDNIGHT - 43_200_250),
];

describe('M4 a price is recomputed from the published key of its day', { timeout: 60_000 }, () => {
  it('and is the recorded one, with the primitives of a server and with those of a browser', () => {
    const matches = RECORDS.map(({ price }) => ({ outcome: 'matches', price }));
    expect(check(RECORDS)).toEqual(matches);
    expect(check(RECORDS, { primitives: noblePrimitives })).toEqual(matches);
    expect(check(RECORDS, { key: all.keyOf(DAY + 3) })).toEqual(matches);
  });

  it('and is another one where one step was added to it, or its time moved by one tick', () => {
    for (const record of RECORDS) {
      const [wrong] = check([{ ...record, price: record.price + 1n }]);
      expect(wrong).toEqual({ outcome: 'differs', recorded: record.price + 1n, made: record.price });
    }
    const { price, time } = recordAt('BTCUSDT', MIDNIGHT + 43_261_750);
    const moved = recordAt('BTCUSDT', time + 250);
    expect(moved.price).not.toBe(price);
    expect(check([{ ...moved, price }])).toEqual([{ outcome: 'differs', recorded: price, made: moved.price }]);
  });

  it('is none at a time at which the pair has no tick, and of a pair that the generator has not', () => {
    const [hot] = RECORDS.filter(({ symbol }) => symbol === 'HOTUSDT');
    const { symbol = '', price = 0n, time = 0 } = hot ?? {};
    const none = { outcome: 'differs', recorded: price, made: null };
    const moments = [time - 250, time + 1, time + 0.5, -250, Number.NaN, 0, startOf(-1) * 1000];
    expect(check(moments.map((moment) => ({ symbol, price, time: moment })))).toEqual(moments.map(() => none));
    for (const unknown of ['NOUSDT', 'constructor', '']) {
      expect(check([{ symbol: unknown, price, time }])).toEqual([none]);
    }
  });

  it('is not told of a day whose key is not there yet', () => {
    const [first, second] = RECORDS;
    const records = [first, second].filter((record) => record !== undefined);
    const later = recordAt('BTCUSDT', MIDNIGHT + 86_400_000);
    expect(check([...records, later]).map(({ outcome }) => outcome)).toEqual(['matches', 'matches', 'dayNotOver']);
    expect(check(records, { key: null })).toEqual([{ outcome: 'dayNotOver' }, { outcome: 'dayNotOver' }]);
    expect(check(records, { key: all.keyOf(DAY - 1) })).toEqual([{ outcome: 'dayNotOver' }, { outcome: 'dayNotOver' }]);
  });

  it('is not told with a key that does not lead to the anchor', () => {
    const flipped = Uint8Array.from(all.keyOf(DAY));
    flipped[31] = (flipped[31] ?? 0) ^ 1;
    for (const key of [flipped, all.keyOf(-1), new Uint8Array(32)]) {
      expect(check(RECORDS.slice(0, 1), { key })).toEqual([{ outcome: 'wrongKey' }]);
    }
    const otherMarket = originOf({ ...keyed, anchor: 'ab'.repeat(32) });
    expect(check(RECORDS.slice(0, 1), { definition: otherMarket })).toEqual([{ outcome: 'wrongKey' }]);
  });

  it('is not told of a market that is none of this generator, or of a version that is not known', () => {
    for (const definition of [
      originOf(keyed, 'scenario'),
      originOf({ generator: 'plecho-synthetic' }),
      originOf({ ...keyed, version: 4 }),
      originOf({ ...keyed, version: '3' }),
      originOf({ seed: ['1'] }),
    ]) {
      expect(check(RECORDS.slice(0, 1), { definition })).toEqual([{ outcome: 'notSynthetic' }]);
    }
  });

  it('of the version that the market was made with', () => {
    const old = new SyntheticMarket(new KeyRandomness(all, 2), SYNTHETIC_PAIRS);
    const time = MIDNIGHT + 43_261_750;
    const record = recordAt('BTCUSDT', time, old);
    const definition = originOf({ ...keyed, version: 2 });
    expect(check([record], { definition })).toEqual([{ outcome: 'matches', price: record.price }]);
    expect(check([record])).toEqual([
      { outcome: 'differs', recorded: record.price, made: recordAt('BTCUSDT', time).price },
    ]);
  });
});

describe('M4 a price of a market with a public seed', () => {
  it('is recomputed without any key, on the day itself too', () => {
    const seeded = new SyntheticMarket(new SeedRandomness('1'), SYNTHETIC_PAIRS);
    const record = recordAt('BTCUSDT', MIDNIGHT + 43_261_750, seeded);
    const late = { symbol: 'BTCUSDT', price: 1n, time: startOf(LAST_DAY + 1) * 1000 };
    const of = (seed: string): MarketOrigin => originOf({ generator: 'plecho-synthetic', version: 1, seed });
    expect(check([record], { definition: of('1'), key: null })).toEqual([{ outcome: 'matches', price: record.price }]);
    expect(check([record], { definition: of('2'), key: null })[0]?.outcome).toBe('differs');
    expect(check([late], { definition: of('1') })).toEqual([{ outcome: 'differs', recorded: 1n, made: null }]);
  });
});
