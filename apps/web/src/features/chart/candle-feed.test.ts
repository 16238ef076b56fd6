import { describe, expect, it, vi } from 'vitest';
import type { Candle } from '@plecho/contract';
import { CandleFeed, type CandleSource } from './candle-feed.ts';

const candle = (time: number, close = '1'): Candle => ({ time, open: '1', high: '1', low: '1', close, volume: '1' });
const minutes = (from: number, count: number): Candle[] =>
  Array.from({ length: count }, (_, i) => candle(from + i * 60));

/** A source whose requests are answered by hand. */
class ManualSource implements CandleSource {
  readonly step = 60;
  readonly requests: { limit: number; before?: number; answer: (candles: Candle[]) => void; fail: () => void }[] = [];
  live: (candles: Candle[]) => void = () => undefined;
  subscribed = 0;

  fetch = (query: { limit: number; before?: number }): Promise<Candle[]> =>
    new Promise((resolve, reject) => {
      this.requests.push({ ...query, answer: resolve, fail: () => reject(new Error('offline')) });
    });

  subscribe = (onCandles: (candles: Candle[]) => void): (() => void) => {
    this.live = onCandles;
    this.subscribed += 1;
    return () => {
      this.subscribed -= 1;
    };
  };
}

async function startedFeed(first: Candle[]) {
  const source = new ManualSource();
  const feed = new CandleFeed(source);
  feed.start();
  source.requests[0]?.answer(first);
  await expect.poll(() => feed.state().status).toBe('ready');
  return { source, feed, times: () => feed.state().bars.map((bar) => bar.time) };
}

describe('CandleFeed', () => {
  it('asks for 200 candles first and keeps live ones that arrive before the answer', async () => {
    const source = new ManualSource();
    const feed = new CandleFeed(source);
    feed.start();
    expect(source.requests[0]).toMatchObject({ limit: 200 });
    source.live([candle(120, '9')]);
    source.requests[0]?.answer(minutes(0, 3));
    await expect.poll(() => feed.state().status).toBe('ready');
    expect(feed.state().bars.map((bar) => [bar.time, bar.close])).toEqual([
      [0, 1],
      [60, 1],
      [120, 9],
    ]);
  });

  it('says what is shown in its place, which prices do not change', async () => {
    const source = new ManualSource();
    const feed = new CandleFeed(source);
    feed.start();
    expect(feed.phase()).toBe('loading');
    source.requests[0]?.fail();
    await expect.poll(feed.phase).toBe('error');
    feed.retry();
    source.requests[1]?.answer([]);
    await expect.poll(feed.phase).toBe('empty');
    source.live([candle(60)]);
    expect(feed.phase()).toBe('ready');
    feed.tick(2, 61_000);
    expect(feed.state().bars.at(-1)?.close).toBe(2);
    expect(feed.phase()).toBe('ready');
  });

  it('tells that older candles are on their way', async () => {
    const { source, feed } = await startedFeed(minutes(600, 2));
    expect(feed.isLoadingOlder()).toBe(false);
    void feed.loadOlder();
    expect(feed.isLoadingOlder()).toBe(true);
    source.requests[1]?.answer([]);
    await expect.poll(feed.isLoadingOlder).toBe(false);
  });

  it('changes the newest candle and appends the next with the one just finished', async () => {
    const { source, feed, times } = await startedFeed(minutes(0, 2));
    source.live([candle(60, '5')]);
    expect(feed.state()).toMatchObject({ change: { kind: 'update', bars: [{ time: 60, close: 5 }] } });
    source.live([candle(60, '6'), candle(120, '7')]);
    expect(times()).toEqual([0, 60, 120]);
    expect(source.requests).toHaveLength(1);
  });

  it('takes the newest price as the close of its candle, whichever comes first', async () => {
    const { source, feed } = await startedFeed(minutes(0, 2));
    const last = () => feed.state().bars.at(-1);
    feed.tick(7, 119_000);
    expect(last()).toMatchObject({ time: 60, close: 7, high: 7, low: 1 });
    source.live([candle(60, '5')]);
    expect(last()).toMatchObject({ time: 60, close: 7 });
    feed.tick(9, 121_000);
    expect(last()).toMatchObject({ time: 60, close: 7 });
    source.live([candle(60, '5'), candle(120, '8')]);
    expect(feed.state().bars.slice(-2)).toMatchObject([
      { time: 60, close: 5 },
      { time: 120, close: 9 },
    ]);
  });

  it('fetches the tail when live candles leave a gap, and loses nothing that came meanwhile', async () => {
    const { source, times, feed } = await startedFeed(minutes(0, 2));
    source.live([candle(300, '3')]);
    expect(source.requests).toHaveLength(2);
    source.live([candle(300, '4'), candle(360, '8')]);
    source.requests[1]?.answer(minutes(0, 6));
    await expect.poll(() => times()).toEqual([0, 60, 120, 180, 240, 300, 360]);
    expect(
      feed
        .state()
        .bars.slice(-2)
        .map((bar) => bar.close),
    ).toEqual([4, 8]);
  });

  it('starts over when the gap is longer than the tail', async () => {
    const { source, times } = await startedFeed(minutes(0, 2));
    source.live([candle(60_000)]);
    source.requests[1]?.answer(minutes(59_940, 2));
    await expect.poll(() => times()).toEqual([59_940, 60_000]);
  });

  it('asks for the tail again after a failure', async () => {
    const { source } = await startedFeed(minutes(0, 2));
    source.live([candle(300)]);
    source.requests[1]?.fail();
    const asked = () => {
      source.live([candle(300, '2')]);
      return source.requests;
    };
    await expect.poll(asked).toHaveLength(3);
  });

  it('loads older candles once at a time until there are none', async () => {
    const { source, feed, times } = await startedFeed(minutes(600, 2));
    void feed.loadOlder();
    void feed.loadOlder();
    expect(source.requests).toHaveLength(2);
    expect(source.requests[1]).toMatchObject({ limit: 200, before: 600 });
    source.requests[1]?.answer(minutes(480, 2));
    await expect.poll(() => times()).toEqual([480, 540, 600, 660]);
    void feed.loadOlder();
    source.requests[2]?.answer([]);
    await expect.poll(() => feed.state().complete).toBe(true);
    void feed.loadOlder();
    expect(source.requests).toHaveLength(3);
  });

  it('drops an older page when the bars that it leads up to are gone', async () => {
    const { source, feed, times } = await startedFeed(minutes(600, 2));
    void feed.loadOlder();
    source.live([candle(60_000)]);
    source.requests[2]?.answer(minutes(59_940, 2));
    await expect.poll(() => times()).toEqual([59_940, 60_000]);
    source.requests[1]?.answer(minutes(480, 2));
    await expect.poll(feed.isLoadingOlder).toBe(false);
    expect(times()).toEqual([59_940, 60_000]);
    void feed.loadOlder();
    expect(source.requests[3]).toMatchObject({ before: 59_940 });
  });

  it('an empty page about bars that are gone does not say that these are the oldest', async () => {
    const { source, feed } = await startedFeed(minutes(600, 2));
    void feed.loadOlder();
    source.live([candle(60_000)]);
    source.requests[2]?.answer(minutes(59_940, 2));
    await expect.poll(() => feed.state().bars).toHaveLength(2);
    source.requests[1]?.answer([]);
    await expect.poll(feed.isLoadingOlder).toBe(false);
    expect(feed.state().complete).toBe(false);
  });

  it('fetches the tail when what came live before the first page begins after its end', async () => {
    const source = new ManualSource();
    const feed = new CandleFeed(source);
    feed.start();
    source.live([candle(300, '3')]);
    source.requests[0]?.answer(minutes(0, 3));
    await expect.poll(() => source.requests).toHaveLength(2);
    source.requests[1]?.answer(minutes(0, 6));
    await expect.poll(() => feed.state().bars.map((bar) => bar.time)).toEqual([0, 60, 120, 180, 240, 300]);
  });

  it('fetches the tail again when what came live meanwhile begins after its end', async () => {
    const { source, times } = await startedFeed(minutes(0, 2));
    source.live([candle(300)]);
    source.live([candle(600)]);
    source.requests[1]?.answer(minutes(0, 6));
    await expect.poll(() => times()).toEqual([0, 60, 120, 180, 240, 300, 600]);
    source.live([candle(600, '2')]);
    expect(source.requests).toHaveLength(3);
    source.requests[2]?.answer(minutes(0, 11));
    await expect.poll(() => times()).toEqual(minutes(0, 11).map(({ time }) => time));
    source.live([candle(600, '3')]);
    expect(source.requests).toHaveLength(3);
  });

  it('tells a failure and recovers on retry or when the stream comes back', async () => {
    const source = new ManualSource();
    const feed = new CandleFeed(source);
    feed.start();
    source.requests[0]?.fail();
    await expect.poll(() => feed.state().status).toBe('error');
    source.live([candle(60)]);
    expect(feed.state().status).toBe('loading');
    source.requests[1]?.answer(minutes(0, 1));
    await expect.poll(() => feed.state().status).toBe('ready');
  });

  it('is silent once stopped', async () => {
    const source = new ManualSource();
    const feed = new CandleFeed(source);
    const heard = vi.fn();
    feed.listen(heard);
    feed.start();
    feed.stop();
    expect(source.subscribed).toBe(0);
    source.requests[0]?.answer(minutes(0, 1));
    await Promise.resolve();
    expect(heard).not.toHaveBeenCalled();
  });
});
