import { parsePrice, type Candle, type Price, type Recipe, type Stage } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import type { FeedSink, RawTick } from '../feed.ts';
import { CollectingSink } from '../test/collect.ts';
import { ScenarioFeed, type BaseFeed } from './scenario-feed.ts';
import type { StartPriceStore } from './start-prices.ts';

const BTC = 'BTCUSDT';
const START = 1_770_300_000;
const ALL = { symbols: null };
const price = (text: string): Price => parsePrice(text) ?? 0n;
const candle = (minute: number, at: string): Candle => {
  const value = price(at);
  return { time: START + minute * 60, open: value, high: value, low: value, close: value, volume: 1n };
};

/** A base whose clock, prices and candles the test gives. */
class FakeBase implements BaseFeed {
  readonly pairs = [{ symbol: BTC, baseAsset: 'BTC', quoteAsset: 'USDT', priceDecimals: 1 }] as const;
  readonly historyStart = START - 30 * 86_400;
  time = START * 1000;
  candles: Candle[] = [];
  newest: Price | null = null;
  gone: string[] = [];
  sink: FeedSink | null = null;

  now(): number {
    return this.time;
  }

  delisted(): string[] {
    return this.gone;
  }

  lastPrice(): Price | null {
    return this.newest;
  }

  start(sink: FeedSink): Promise<void> {
    this.sink = sink;
    return Promise.resolve();
  }

  stop(): void {
    this.sink = null;
  }

  history(_symbol: string, from: number, to: number): Candle[] {
    return this.candles.filter(({ time }) => time >= from && time < to);
  }

  tick(second: number, at: string): void {
    this.time = (START + second) * 1000;
    this.sink?.tick({ symbol: BTC, price: price(at), time: this.time, volume: 7n });
  }
}

/** Start prices in memory; a storage that fails loses what it is given. */
class FakeStore implements StartPriceStore {
  readonly kept = new Map<string, Price>();
  fails = false;

  async keep(found: ReadonlyMap<string, Price>): Promise<ReadonlyMap<string, Price>> {
    await Promise.resolve();
    if (this.fails) throw new Error('no database');
    for (const [symbol, each] of found) if (!this.kept.has(symbol)) this.kept.set(symbol, each);
    return new Map(this.kept);
  }
}

const stored = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function open(
  stages: Stage[],
  endAt: number | null = null,
  base = new FakeBase(),
  startPrices = new FakeStore(),
) {
  const clock = new FakeClock(START * 1000);
  const recipe: Recipe = { base: 'main', stages };
  const feed = await ScenarioFeed.open({ base, recipe, startAt: START, endAt, clock, startPrices });
  const sink = new CollectingSink();
  await feed.start(sink, null);
  const pricesOf = (): (Price | null)[] => sink.ticks.map((tick: RawTick) => tick.price);
  return { base, clock, feed, sink, pricesOf, startPrices };
}

const VOLATILITY: Stage = { type: 'volatility', factor: '2', ...ALL };
const UP: Stage = { type: 'trend', mode: 'static', direction: 'up', driftPercent: '10', ...ALL };

describe('the feed of a scenario', () => {
  it('E2 M7 a pair of the base that is delisted is so in the scenario, also when the base said so before, but not before its start', async () => {
    const { base, sink } = await open([UP]);
    base.time = START * 1000 - 1;
    base.sink?.delisted(BTC);
    expect(sink.gone).toEqual([]);
    base.time = START * 1000;
    base.sink?.delisted(BTC);
    expect(sink.gone).toEqual([BTC]);
    base.gone = [BTC];
    const later = await open([UP], null, base);
    expect(later.sink.gone).toEqual([BTC]);
  });

  it('M7 is silent before its start, and then the recipe’s price of each of the base’s, with its time and turnover', async () => {
    const { base, sink } = await open([UP]);
    base.tick(-1, '100');
    base.tick(0, '100');
    base.tick(5, '101');
    expect(sink.ticks).toEqual([
      { symbol: BTC, price: price('110'), time: START * 1000, volume: 7n },
      { symbol: BTC, price: price('111.1'), time: (START + 5) * 1000, volume: 7n },
    ]);
  });

  it('M7 takes volatility around the last close before the start, for good: also when the base has lost its past', async () => {
    const base = new FakeBase();
    base.candles = [candle(-2, '90'), candle(-1, '100')];
    const first = await open([VOLATILITY], null, base);
    base.tick(1, '103');
    expect(first.pricesOf()).toEqual([price('106')]);
    base.candles = [candle(-1, '101'), candle(0, '103')];
    base.time = (START + 3 * 86_400) * 1000;
    const again = await open([VOLATILITY], null, base, first.startPrices);
    expect(again.feed.history(BTC, START, START + 60)).toEqual([candle(0, '106')]);
    base.candles = [];
    const last = await open([VOLATILITY], null, base, first.startPrices);
    base.tick(3 * 86_400, '103');
    expect(last.pricesOf()).toEqual([price('106')]);
  });

  it('M7 a base without a past has the first price after the start for it, and no price before that is stored', async () => {
    const base = new FakeBase();
    base.candles = [candle(0, '100')];
    const { feed, pricesOf, startPrices } = await open([VOLATILITY], null, base);
    startPrices.fails = true;
    base.tick(61, '101');
    await stored();
    base.tick(62, '101');
    await stored();
    expect([pricesOf(), feed.history(BTC, START, START + 60)]).toEqual([[], []]);
    expect(feed.problem).toMatch(/start can not be stored/);
    startPrices.fails = false;
    base.tick(63, '101');
    await stored();
    base.tick(64, '101');
    expect([pricesOf(), feed.problem, [...startPrices.kept]]).toEqual([[price('102')], null, [[BTC, price('100')]]]);
  });

  it('M7 waits for the last minute of a base that says late what it closed at, and not for one that never will', async () => {
    const late = await open([VOLATILITY]);
    late.base.candles = [candle(-2, '90')];
    late.base.tick(1, '101');
    await stored();
    late.base.candles.push(candle(-1, '100'));
    late.base.tick(2, '101');
    await stored();
    late.base.tick(3, '101');
    expect(late.pricesOf()).toEqual([price('102')]);

    const never = await open([VOLATILITY]);
    never.base.candles = [candle(-2, '90')];
    for (const second of [1, 10, 11]) {
      never.base.tick(second, '101');
      await stored();
    }
    expect(never.pricesOf()).toEqual([price('112')]);

    const nothing = await open([VOLATILITY]);
    for (const second of [10, 11]) {
      nothing.base.tick(second, second === 10 ? '100' : '101');
      await stored();
    }
    expect(nothing.pricesOf()).toEqual([price('102')]);
  });

  it('C2 its past is the base’s, untouched before the start and transformed after it, of at most 7 days', async () => {
    const { base, feed } = await open([UP]);
    base.candles = [candle(-10_081, '80'), candle(-1, '100'), candle(0, '100')];
    expect([feed.historyStart, feed.keptFrom]).toEqual([START - 7 * 86_400, START]);
    expect(feed.history(BTC, 0, START + 3_600)).toEqual([candle(-1, '100'), candle(0, '110')]);
  });

  it('E5 its first price is held against the base’s newest after the recipe, or its last candle’s', async () => {
    const double: Stage = { ...UP, driftPercent: '100' };
    const { base, feed } = await open([double, VOLATILITY]);
    expect(feed.reference(BTC)).toBeNull();
    base.time = (START - 60) * 1000;
    base.candles = [candle(-2, '90')];
    expect(feed.reference(BTC)).toBe(price('180'));
    base.newest = price('100');
    expect(feed.reference(BTC)).toBe(price('200'));
    base.candles.push(candle(-1, '100'));
    base.time = (START + 60) * 1000;
    base.newest = price('101');
    const started = await open([double, VOLATILITY], null, base);
    expect(started.feed.reference(BTC)).toBe(price('204'));
  });

  it('has neither prices nor candles in an outage, and its clock goes on', async () => {
    const { base, feed, pricesOf } = await open([{ type: 'outage', afterSeconds: 60, seconds: 60, ...ALL }]);
    base.candles = [candle(0, '100'), candle(1, '100'), candle(2, '100')];
    for (const second of [59, 60, 119, 120]) base.tick(second, '100');
    expect(pricesOf()).toHaveLength(2);
    expect(feed.history(BTC, START, START + 180).map(({ time }) => time)).toEqual([START, START + 120]);
    expect(feed.now()).toBe((START + 120) * 1000);
  });

  it('ends with its base, at its time, and once; over a silent base too', async () => {
    const withBase = await open([UP]);
    withBase.base.sink?.ended();
    expect(withBase.sink.ends).toBe(1);

    const atTime = await open([UP], START + 60);
    atTime.base.tick(59, '100');
    atTime.base.tick(60, '100');
    atTime.base.tick(61, '100');
    expect([atTime.pricesOf().length, atTime.sink.ends]).toEqual([1, 1]);

    const silent = await open([UP], START + 60);
    silent.base.time = (START + 60) * 1000;
    silent.clock.advance(1_000);
    expect(silent.sink.ends).toBe(1);
    silent.clock.advance(10_000);
    expect(silent.sink.ends).toBe(1);
  });

  it('E11 a clock that stepped back and forth only moves the base’s: the same price at the same time', async () => {
    const step: Stage = {
      ...{ type: 'trend', mode: 'schedule', direction: 'up', stepMinPercent: '1', stepMaxPercent: '1' },
      ...{ intervalSeconds: 60, ...ALL },
    };
    const { base, pricesOf } = await open([step]);
    for (const second of [60, 3_660, 60]) base.tick(second, '100');
    const [first, , last] = pricesOf();
    expect([first, last]).toEqual([price('101'), price('101')]);
  });
});
