import { beforeEach, describe, expect, it } from 'vitest';
import { FixedMarket } from '../../test/support/fixed-market.ts';
import { Reader } from '../../test/support/reader.ts';
import { TickersChannel } from './tickers-channel.ts';

let market: FixedMarket;
let channel: TickersChannel;
let errors: unknown[];

/** Lets the reading of prices end. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function tick(symbol: string, price: string): void {
  market.time += 10;
  market.setPrice(symbol, price);
  channel.price(symbol);
}

beforeEach(async () => {
  market = new FixedMarket();
  errors = [];
  channel = new TickersChannel(market, (error) => errors.push(error));
  tick('BTCUSDT', '110');
  tick('ETHUSDT', '95');
  channel.flush(0);
  await settle();
});

describe('the tickers channel', () => {
  it('begins with everything and goes on with what changed', async () => {
    const reader = new Reader();
    channel.add(reader);
    await settle();
    expect(reader.last('tickers').data.rows.map(([symbol]) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    tick('BTCUSDT', '111');
    tick('BTCUSDT', '112.5');
    channel.flush(250);
    await settle();
    expect(reader.story).toEqual(['snapshot 0', 'update 1']);
    expect(reader.last('tickers')).toMatchObject({
      market: 'main',
      data: {
        label: 'Синтетический рынок',
        status: 'running',
        halted: false,
        now: market.time,
        rows: [['BTCUSDT', '112.5', '12.5', '12.5', '112.5', '90', '5', market.time]],
      },
    });
  });

  it('serialises a frame once for all', async () => {
    const frames: Buffer[] = [];
    const collect = { drained: true, offer: (frame: Buffer) => frames.push(frame) > 0 };
    channel.add(collect);
    await settle();
    channel.add({ ...collect });
    await settle();
    expect(frames[0]).toBe(frames[1]);
    tick('BTCUSDT', '111');
    channel.flush(250);
    await settle();
    expect(frames[2]).toBe(frames[3]);
  });

  it('is silent when nothing changed, but not for longer than a second', async () => {
    const reader = new Reader();
    channel.flush(5_000);
    await settle();
    channel.add(reader);
    await settle();
    tick('BTCUSDT', '111');
    channel.flush(6_000);
    await settle();
    channel.flush(6_250);
    await settle();
    channel.flush(6_750);
    await settle();
    expect(reader.story).toEqual(['snapshot 0', 'update 1']);
    channel.flush(7_000);
    await settle();
    expect(reader.story).toEqual(['snapshot 0', 'update 1', 'update 2']);
    expect(reader.last('tickers').data.rows).toEqual([]);
  });

  it('S9 lets a slow client miss updates and gives it the newest state later, unnoticed by the others', async () => {
    const slow = new Reader();
    const quick = new Reader();
    channel.add(slow);
    await settle();
    channel.add(quick);
    await settle();
    slow.paused = true;
    for (const [n, price] of ['111', '112', '113'].entries()) {
      tick('BTCUSDT', price);
      channel.flush((n + 1) * 250);
      await settle();
    }
    expect(slow.story).toEqual(['snapshot 0']);
    slow.paused = false;
    tick('ETHUSDT', '96');
    channel.flush(1_000);
    await settle();
    expect(slow.story).toEqual(['snapshot 0', 'snapshot 4']);
    expect(slow.last('tickers').data.rows.map((row) => row[1])).toEqual(['113', '96']);
    tick('ETHUSDT', '97');
    channel.flush(1_250);
    await settle();
    expect(slow.story).toEqual(['snapshot 0', 'snapshot 4', 'update 5']);
    expect(quick.story).toEqual(['snapshot 0', 'update 1', 'update 2', 'update 3', 'update 4', 'update 5']);
  });

  it('gives late comers a snapshot that fits the next update', async () => {
    const first = new Reader();
    channel.add(first);
    await settle();
    tick('BTCUSDT', '111');
    channel.flush(250);
    await settle();
    const second = new Reader();
    channel.add(second);
    await settle();
    tick('BTCUSDT', '112');
    const third = new Reader();
    channel.add(third);
    await settle();
    channel.flush(500);
    await settle();
    expect(second.story).toEqual(['snapshot 1', 'update 2']);
    expect(third.story).toEqual(['snapshot 1', 'update 2']);
    expect(third.last('tickers').data.rows[0]?.[1]).toBe('112');
  });

  it('reads prices one reading after another, so that no frame is older than the one before it', async () => {
    const [first, second] = [new Reader(), new Reader()];
    channel.add(first);
    await settle();
    let release = (): void => undefined;
    market.reading = new Promise((resolve) => (release = resolve));
    tick('BTCUSDT', '111');
    channel.flush(250);
    tick('BTCUSDT', '112');
    channel.flush(500);
    channel.add(second);
    await settle();
    expect([first.story, second.story]).toEqual([['snapshot 0'], []]);
    release();
    await settle();
    expect([first.story, second.story]).toEqual([['snapshot 0', 'update 1'], ['snapshot 1']]);
    channel.flush(750);
    await settle();
    expect([first.story.at(-1), second.story.at(-1)]).toEqual(['update 2', 'update 2']);
    expect(second.last('tickers').data.rows[0]?.[1]).toBe('112');
  });

  it('loses no change when the prices could not be read', async () => {
    const [first, second] = [new Reader(), new Reader()];
    channel.add(first);
    await settle();
    market.reading = Promise.reject(new Error('nobody answers'));
    tick('BTCUSDT', '111');
    channel.flush(250);
    channel.add(second);
    await settle();
    expect(errors).toHaveLength(1);
    market.reading = Promise.resolve();
    channel.flush(500);
    await settle();
    expect([first.story, second.story]).toEqual([['snapshot 0', 'update 1'], ['snapshot 1']]);
    expect(first.last('tickers').data.rows.map((row) => row[1])).toEqual(['111']);
  });
});
