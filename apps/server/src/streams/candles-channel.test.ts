import type { Candle } from '@plecho/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { FixedMarket, usd } from '../../test/support/fixed-market.ts';
import { Reader } from '../../test/support/reader.ts';
import { CandlesChannel } from './candles-channel.ts';

const candle = (time: number, close: string): Candle => ({
  time,
  open: usd('100'),
  high: usd('120'),
  low: usd('90'),
  close: usd(close),
  volume: 1_000_000n,
});

let market: FixedMarket;
let channel: CandlesChannel;
let errors: unknown[];

function tick(time: number, close: string): void {
  if (market.current !== null && market.current.time !== time) market.closed.push(market.current);
  market.current = candle(time, close);
  channel.price();
}

const items = (reader: Reader): [number, string][] =>
  reader.last('candles').data.items.map(({ time, close }) => [time, close]);

/** Lets the read of finished candles end. */
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  errors = [];
  market = new FixedMarket();
  channel = new CandlesChannel(market, 'BTCUSDT', '1m', (error) => errors.push(error));
});

describe('the candles channel', () => {
  it('begins with the newest candle and follows it', async () => {
    const reader = new Reader();
    tick(60, '101');
    channel.add(reader);
    await flush();
    expect(items(reader)).toEqual([[60, '101']]);
    tick(60, '102');
    channel.flush();
    await flush();
    channel.flush();
    await flush();
    expect(reader.story).toEqual(['snapshot 0', 'update 1']);
    expect(items(reader)).toEqual([[60, '102']]);
  });

  it('sends the finished candle in its final form at the change of bucket', async () => {
    const reader = new Reader();
    tick(60, '101');
    channel.add(reader);
    await flush();
    tick(60, '105');
    tick(120, '106');
    channel.flush();
    await flush();
    expect(reader.story).toEqual(['snapshot 0', 'update 1']);
    expect(items(reader)).toEqual([
      [60, '105'],
      [120, '106'],
    ]);
  });

  it('keeps the order while finished candles are being read', async () => {
    const reader = new Reader();
    tick(60, '101');
    channel.add(reader);
    await flush();
    let release = (): void => undefined;
    market.reading = new Promise((resolve) => (release = resolve));
    tick(120, '106');
    channel.flush();
    await flush();
    tick(120, '107');
    channel.flush();
    await flush();
    expect(reader.story).toEqual(['snapshot 0']);
    release();
    await flush();
    channel.flush();
    await flush();
    expect(reader.story).toEqual(['snapshot 0', 'update 1', 'update 2']);
    expect(items(reader)).toEqual([[120, '107']]);
  });

  it('tries again when the finished candles could not be read, and tells of it once', async () => {
    const reader = new Reader();
    tick(60, '101');
    channel.add(reader);
    await flush();
    market.reading = Promise.reject(new Error('gone'));
    tick(120, '106');
    for (let n = 0; n < 5; n += 1) {
      channel.flush();
      await flush();
    }
    expect(errors).toHaveLength(1);
    market.reading = Promise.resolve();
    channel.flush();
    await flush();
    expect(items(reader)).toEqual([
      [60, '101'],
      [120, '106'],
    ]);
  });

  it('S9 gives a slow client a snapshot in place of what it missed', async () => {
    const slow = new Reader();
    tick(60, '101');
    channel.add(slow);
    await flush();
    slow.paused = true;
    tick(60, '102');
    channel.flush();
    await flush();
    tick(60, '103');
    channel.flush();
    await flush();
    slow.paused = false;
    channel.flush();
    await flush();
    expect(slow.story).toEqual(['snapshot 0', 'snapshot 2']);
    expect(items(slow)).toEqual([[60, '103']]);
  });

  it('begins empty before the first price', async () => {
    const reader = new Reader();
    channel.add(reader);
    await flush();
    expect(items(reader)).toEqual([]);
    tick(60, '101');
    channel.flush();
    await flush();
    expect(items(reader)).toEqual([[60, '101']]);
  });
});
