import type { Candle } from '@plecho/domain';
import { FakeClock, Random } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { SharedBeat } from '../../lib/shared-beat.ts';
import { CollectingSink, candlesOf } from '../test/collect.ts';
import { KlineColumns, ReplayFeed, type ReplayOptions } from './index.ts';

const START = Date.parse('2026-02-05T12:00:00Z') / 1000;
const PAIR = { symbol: 'LINKUSDT', baseAsset: 'LINK', quoteAsset: 'USDT' as const, priceDecimals: 3 };

function recording(seed: number, count: number): Candle[] {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, minute) => {
    const [low, a, b, high] = Array.from({ length: 4 }, () => random.bigint(900n, 1_100n) * 100_000n).sort((x, y) =>
      x < y ? -1 : 1,
    ) as [bigint, bigint, bigint, bigint];
    return { time: START + minute * 60, open: a, close: b, low, high, volume: 61_000n };
  });
}

function setup(recorded: Candle[], options: Partial<ReplayOptions> = {}) {
  const clock = new FakeClock(1_000_000);
  const beat = new SharedBeat(clock);
  const tracks = [{ pair: PAIR, candles: new KlineColumns(recorded) }];
  const feed = new ReplayFeed({ clock, beat, startAt: START, speed: 60, ...options }, tracks);
  return { clock, beat, feed, sink: new CollectingSink(), tracks };
}

describe('the controls of a replay', () => {
  it('E11 any order of them never goes back, and delivers every tick exactly once', async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = new Random(seed);
      const recorded = recording(seed, 40);
      const { clock, feed, sink } = setup(recorded);
      await feed.start(sink, null);
      let newest = feed.now();
      for (let n = 0; n < 60; n += 1) {
        const what = random.int(0, 6);
        if (what === 0) feed.pause();
        else if (what === 1) feed.resume();
        else if (what === 2) feed.setSpeed(random.int(1, 600));
        else if (what === 3) await feed.playTo(feed.endOfCandle('1m'));
        else if (what === 4) void feed.playTo(feed.now() + random.int(0, 90_000));
        else clock.advance(random.int(0, 700));
        expect(feed.now(), `seed ${seed}`).toBeGreaterThanOrEqual(newest);
        newest = feed.now();
      }
      feed.setSpeed(600);
      feed.resume();
      clock.advance(20_000);
      await feed.playTo(Number.POSITIVE_INFINITY);
      expect(candlesOf(sink.ticks), `seed ${seed}`).toEqual(recorded);
      expect(sink.ends).toBe(1);
    }
  });

  it('holds no timer while it stands, and time that passes then is not made up for', async () => {
    const { clock, beat, feed, sink } = setup(recording(1, 30));
    await feed.start(sink, null);
    expect(beat.timers).toBe(1);
    clock.advance(2_000);
    feed.pause();
    feed.pause();
    expect(beat.timers).toBe(0);
    const [stands, delivered] = [feed.now(), sink.ticks.length];
    clock.advance(600_000);
    expect([feed.now(), sink.ticks.length]).toEqual([stands, delivered]);
    feed.resume();
    feed.resume();
    clock.advance(1_000);
    expect(feed.now()).toBe(stands + 60_000);
  });

  it('steps to the end of a candle, of the next one when it stands at an end', async () => {
    const recorded = recording(2, 30);
    const { feed, sink } = setup(recorded, { paused: true });
    await feed.start(sink, null);
    for (const count of [1, 2, 3]) {
      await feed.playTo(feed.endOfCandle('1m'));
      expect(feed.now()).toBe((START + count * 60) * 1000 - 1);
      expect(candlesOf(sink.ticks)).toEqual(recorded.slice(0, count));
    }
    await feed.playTo(feed.endOfCandle('5m'));
    expect(candlesOf(sink.ticks)).toEqual(recorded.slice(0, 5));
    expect(feed.openMinute('LINKUSDT')).toEqual(recorded[4]);
  });

  it('E8 goes on where it stood with the price that it stood at, and no other tick twice', async () => {
    const recorded = recording(3, 10);
    const first = setup(recorded);
    await first.feed.start(first.sink, null);
    first.clock.advance(2_500);
    first.feed.stop();
    const playhead = first.feed.now();
    const { feed, sink } = setup(recorded, { paused: true });
    await feed.start(sink, playhead);
    const last = first.sink.ticks.at(-1);
    expect(sink.ticks).toEqual([{ ...last, time: playhead, volume: 0n }]);
    expect(feed.openMinute('LINKUSDT')?.close).toBe(last?.price);
    await feed.playTo(Number.POSITIVE_INFINITY);
    expect(candlesOf([...first.sink.ticks, ...sink.ticks.slice(1)])).toEqual(recorded);
  });

  it('E8 goes on at the same price and candle when its speed was changed in the middle of a minute', async () => {
    for (const [before, after] of [
      [1, 60],
      [60, 1],
    ] as const) {
      const recorded = recording(6, 10);
      const first = setup(recorded, { speed: before });
      await first.feed.start(first.sink, null);
      first.clock.advance(72_000 / before);
      first.feed.setSpeed(after);
      first.feed.pause();
      const { pathStep, played } = first.feed;
      const { feed, sink } = setup(recorded, { paused: true, speed: after, pathStep });
      await feed.start(sink, played);
      expect([feed.standing('LINKUSDT'), feed.openMinute('LINKUSDT')], `${before} to ${after}`).toEqual([
        ...[first.sink.ticks.at(-1)?.price, first.feed.openMinute('LINKUSDT')],
      ]);
      await feed.playTo(Number.POSITIVE_INFINITY);
      expect(candlesOf([...first.sink.ticks, ...sink.ticks.slice(1)])).toEqual(recorded);
    }
  });

  it('E8 a replay that stands at the end of a minute keeps its price and its candle', async () => {
    const recorded = recording(5, 10);
    const first = setup(recorded);
    await first.feed.start(first.sink, null);
    await first.feed.playTo((START + 180) * 1000 - 1);
    const { feed, sink } = setup(recorded, { paused: true });
    await feed.start(sink, first.feed.played);
    expect([feed.standing('LINKUSDT'), feed.openMinute('LINKUSDT')]).toEqual([recorded[2]?.close, recorded[2]]);
    expect(sink.ticks.map(({ price }) => price)).toEqual([first.sink.ticks.at(-1)?.price]);
    await feed.playTo(Number.POSITIVE_INFINITY);
    expect(candlesOf([...first.sink.ticks, ...sink.ticks.slice(1)])).toEqual(recorded);
  });

  it('counts down to its opening and delivers nothing before', async () => {
    const { clock, feed, sink } = setup(recording(4, 10), { opensAt: 1_010_000 });
    await feed.start(sink, null);
    expect(feed.now()).toBe(START * 1000 - 10_000);
    clock.advance(9_900);
    expect([feed.now(), sink.ticks.length]).toEqual([START * 1000 - 100, 0]);
    clock.advance(1_200);
    expect(feed.now()).toBeGreaterThan(START * 1000);
    expect(sink.ticks[0]?.time).toBe(START * 1000);
  });
});
