import type { Candle, Pair } from '@plecho/domain';
import { FakeClock, Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { CollectingSink, candlesOf } from '../test/collect.ts';
import { ReplayFeed } from './index.ts';

const START = Date.parse('2026-02-05T12:00:00Z') / 1000;
const WALL = Date.parse('2026-11-21T10:00:00Z');

const pairOf = (symbol: string): Pair => ({
  symbol,
  baseAsset: symbol.replace('USDT', ''),
  quoteAsset: 'USDT',
  priceDecimals: 3,
});

/** Random candles with wicks; `minutes` are counted from the start. */
function recording(seed: number, minutes: readonly number[]): Candle[] {
  const random = new Random(seed);
  return minutes.map((minute) => {
    const price = () => random.bigint(900n, 1_100n) * 100_000n;
    const [open, close, a, b] = [price(), price(), price(), price()];
    const all = [open, close, a, b].sort((x, y) => (x < y ? -1 : 1));
    return {
      time: START + minute * 60,
      open,
      close,
      low: all[0]!,
      high: all[3]!,
      volume: random.bigint(0n, 10n ** 12n),
    };
  });
}

const minutes = (count: number) => Array.from({ length: count }, (_, index) => index);

interface Setup {
  recorded: Record<string, Candle[]>;
  speed?: number;
  startAt?: number | null;
  until?: number;
}

async function setup({ recorded, speed = 60, startAt = null, until }: Setup) {
  const clock = new FakeClock(WALL);
  const source = {
    read: async (symbol: string, from: number, limit: number) =>
      (recorded[symbol] ?? []).filter(({ time }) => time >= from).slice(0, Math.min(limit, 7)),
  };
  const over = until === undefined ? {} : { until };
  const pairs = Object.keys(recorded).map(pairOf);
  const open = () => ReplayFeed.open({ clock, source, pairs, startAt, speed, ...over });
  return { clock, open, feed: await open(), sink: new CollectingSink() };
}

describe('replay feed', () => {
  it('delivers every open, high, low and close at any speed, so no wick is skipped', async () => {
    const recorded = { LINKUSDT: recording(1, minutes(25)), DOTUSDT: recording(2, minutes(25)) };
    for (const speed of [1, 2, 4, 5, 60, 599, 600]) {
      const { clock, feed, sink } = await setup({ recorded, speed });
      await feed.start(sink, null);
      clock.advance((25 * 60_000) / speed + 1_000);
      expect(candlesOf(sink.of('LINKUSDT')), `at ${speed}`).toEqual(recorded.LINKUSDT);
      expect(candlesOf(sink.of('DOTUSDT'))).toEqual(recorded.DOTUSDT);
      expect(sink.ends).toBe(1);
      const times = sink.ticks.map(({ time }) => time);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  it('visits open, low, high, close in a rising minute and open, high, low, close in a falling one, in whole ticks', async () => {
    const rising = {
      time: START,
      open: 100_000_000n,
      high: 120_000_000n,
      low: 90_000_000n,
      close: 110_000_000n,
      volume: 7n,
    };
    const falling = { ...rising, time: START + 60, open: 110_000_000n, close: 100_000_000n };
    const { clock, feed, sink } = await setup({ recorded: { LINKUSDT: [rising, falling] }, speed: 1 });
    await feed.start(sink, null);
    clock.advance(121_000);
    const at = (second: number) => sink.ticks.find(({ time }) => time === (START + second) * 1000)?.price;
    expect([at(0), at(20), at(40), at(59.5)]).toEqual([rising.open, rising.low, rising.high, rising.close]);
    expect([at(60), at(80), at(100), at(119.5)]).toEqual([falling.open, falling.high, falling.low, falling.close]);
    expect(at(10)).toBe(95_000_000n);
    expect(sink.ticks).toHaveLength(122);
    for (const { price } of sink.ticks) expect((price ?? 1n) % 100_000n).toBe(0n);
  });

  it('runs its clock with the wall clock times the speed, and is never stale by it between ticks', async () => {
    const { clock, feed, sink } = await setup({ recorded: { LINKUSDT: recording(3, minutes(60)) }, speed: 60 });
    expect(feed.now()).toBe(START * 1000);
    const ages: number[] = [];
    await feed.start(
      {
        tick: (tick) => (sink.tick(tick), ages.push(feed.now() - tick.time)),
        ended: () => undefined,
        delisted: () => undefined,
      },
      null,
    );
    for (let second = 0; second < 30; second += 1) {
      clock.advance(1_000);
      expect(feed.now()).toBe(START * 1000 + (second + 1) * 60_000);
      expect(feed.now() - (sink.ticks.at(-1)?.time ?? 0)).toBeLessThanOrEqual(6_000);
    }
    expect(new Set(ages)).toEqual(new Set([0]));
  });

  it('E11 tells whole milliseconds, however fine the readings of the clock are', async () => {
    const { clock, feed, sink } = await setup({ recorded: { LINKUSDT: recording(1, minutes(3)) }, speed: 1 });
    await feed.start(sink, null);
    clock.advance(100.7);
    clock.advance(100.7);
    expect(Number.isInteger(feed.now())).toBe(true);
    expect(feed.now()).toBeGreaterThan(START * 1000);
  });

  it('does not run ahead while the process sleeps', async () => {
    let now = WALL;
    let run = () => undefined as void;
    const clock = {
      now: () => now,
      monotonic: () => now,
      every: (_ms: number, timer: () => void) => ((run = timer), () => undefined),
      soon: setImmediate,
      after: () => () => undefined,
    };
    const recorded = recording(4, minutes(100));
    const source = { read: async (_symbol: string, from: number) => recorded.filter(({ time }) => time >= from) };
    const feed = await ReplayFeed.open({ clock, source, pairs: [pairOf('LINKUSDT')], startAt: null, speed: 60 });
    const sink = new CollectingSink();
    await feed.start(sink, null);
    now += 3_600_000;
    run();
    expect(feed.now()).toBe((START + 60) * 1000);
    expect(candlesOf(sink.ticks)[0]).toEqual(recorded[0]);
  });

  it('passes through a short hole with its clock running and jumps over a long one', async () => {
    const recorded = recording(5, [0, 1, 4, 5, 60, 61]);
    const { clock, feed, sink } = await setup({ recorded: { LINKUSDT: recorded }, speed: 60 });
    await feed.start(sink, null);
    clock.advance(3_500);
    expect(feed.now()).toBe(START * 1000 + 3.5 * 60_000);
    expect(sink.ticks.at(-1)?.time).toBe(START * 1000 + 119_500);
    clock.advance(2_600);
    expect(feed.now()).toBeGreaterThanOrEqual((START + 3_600) * 1000);
    expect(feed.now()).toBeLessThan((START + 3_610) * 1000);
    clock.advance(3_000);
    expect(candlesOf(sink.ticks)).toEqual(recorded);
    expect(sink.ends).toBe(1);
  });

  it('knows no future: history ends with the last minute that has been played', async () => {
    const recorded = recording(6, minutes(30));
    const { clock, feed, sink } = await setup({ recorded: { LINKUSDT: recorded }, speed: 60, startAt: START + 600 });
    await feed.start(sink, null);
    expect(feed.historyStart).toBe(START);
    expect(feed.history('LINKUSDT', 0, Number.MAX_SAFE_INTEGER)).toEqual(recorded.slice(0, 10));
    clock.advance(2_500);
    expect(feed.history('LINKUSDT', 0, Number.MAX_SAFE_INTEGER)).toEqual(recorded.slice(0, 12));
    expect(feed.history('LINKUSDT', START + 60, START + 120)).toEqual(recorded.slice(1, 2));
    expect(feed.history('DOTUSDT', 0, Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(sink.ticks[0]?.time).toBe((START + 600) * 1000);
  });

  it('goes on after a restart with the next tick, neither repeating nor skipping one', async () => {
    const recorded = { LINKUSDT: recording(7, minutes(20)), DOTUSDT: recording(8, minutes(20)) };
    const { clock, feed, open, sink } = await setup({ recorded });
    await feed.start(sink, null);
    clock.advance(7_300);
    feed.stop();
    const resumeAt = sink.ticks.at(-1)?.time ?? 0;
    clock.advance(86_400_000);
    const second = await open();
    expect(second.history('LINKUSDT', START, START + 420)).toEqual(recorded.LINKUSDT.slice(0, 7));
    await second.start(sink, resumeAt);
    expect(second.now()).toBe(resumeAt);
    clock.advance(20_000);
    expect(candlesOf(sink.of('LINKUSDT'))).toEqual(recorded.LINKUSDT);
    expect(candlesOf(sink.of('DOTUSDT'))).toEqual(recorded.DOTUSDT);
    expect(sink.ends).toBe(1);
  });

  it('is over at once when resumed at its end, and stands there when it is opened ended', async () => {
    const recorded = { LINKUSDT: recording(9, minutes(3)) };
    const { clock, feed, sink } = await setup({ recorded });
    await feed.start(sink, (START + 180) * 1000);
    clock.advance(100);
    expect([sink.ticks.length, sink.ends, feed.now()]).toEqual([0, 1, (START + 180) * 1000]);
    const ended = await setup({ recorded, startAt: Number.POSITIVE_INFINITY });
    expect(ended.feed.now()).toBe((START + 180) * 1000);
  });

  it('M7 is over where it is told to be, however much is recorded, and delivers nothing from there on', async () => {
    const recorded = { LINKUSDT: recording(9, minutes(30)) };
    const until = START + 10 * 60;
    const { clock, feed, sink } = await setup({ recorded, until });
    await feed.start(sink, null);
    expect(feed.playback().end).toBe(until * 1000);
    clock.advance(60_000);
    expect(candlesOf(sink.of('LINKUSDT'))).toEqual(recorded.LINKUSDT.slice(0, 10));
    expect([feed.now(), sink.ends]).toEqual([until * 1000, 1]);
  });

  it('delivers nothing after it is stopped, even from within a tick', async () => {
    const { clock, feed, sink } = await setup({ recorded: { LINKUSDT: recording(10, minutes(5)) }, speed: 600 });
    await feed.start(
      {
        tick: (tick) => {
          sink.tick(tick);
          feed.stop();
        },
        ended: () => sink.ended(),
        delisted: () => undefined,
      },
      null,
    );
    clock.advance(60_000);
    expect([sink.ticks.length, sink.ends]).toEqual([1, 0]);
  });

  it('refuses speeds out of range and empty recordings', async () => {
    await expect(setup({ recorded: { LINKUSDT: recording(1, [0]) }, speed: 601 })).rejects.toThrow(RangeError);
    await expect(setup({ recorded: { LINKUSDT: recording(1, [0]) }, speed: 0.5 })).rejects.toThrow(RangeError);
    await expect(setup({ recorded: { LINKUSDT: [] } })).rejects.toThrow('nothing is recorded');
  });
});
