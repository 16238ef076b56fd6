import { beforeEach, describe, expect, it } from 'vitest';
import { FixedMarket } from '../../test/support/fixed-market.ts';
import { Reader } from '../../test/support/reader.ts';
import { TickersChannel } from './tickers-channel.ts';

let market: FixedMarket;
let channel: TickersChannel;

function tick(symbol: string, price: string): void {
  market.time += 10;
  market.setPrice(symbol, price);
  channel.price(symbol);
}

beforeEach(() => {
  market = new FixedMarket();
  channel = new TickersChannel(market);
  tick('BTCUSDT', '110');
  tick('ETHUSDT', '95');
  channel.flush(0);
});

describe('the tickers channel', () => {
  it('begins with everything and goes on with what changed', () => {
    const reader = new Reader();
    channel.add(reader);
    expect(reader.last('tickers').data.rows.map(([symbol]) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
    tick('BTCUSDT', '111');
    tick('BTCUSDT', '112.5');
    channel.flush(250);
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

  it('serialises a frame once for all', () => {
    const frames: Buffer[] = [];
    const collect = { drained: true, offer: (frame: Buffer) => frames.push(frame) > 0 };
    channel.add(collect);
    channel.add({ ...collect });
    expect(frames[0]).toBe(frames[1]);
    tick('BTCUSDT', '111');
    channel.flush(250);
    expect(frames[2]).toBe(frames[3]);
  });

  it('is silent when nothing changed, but not for longer than a second', () => {
    const reader = new Reader();
    channel.flush(5_000);
    channel.add(reader);
    tick('BTCUSDT', '111');
    channel.flush(6_000);
    channel.flush(6_250);
    channel.flush(6_750);
    expect(reader.story).toEqual(['snapshot 0', 'update 1']);
    channel.flush(7_000);
    expect(reader.story).toEqual(['snapshot 0', 'update 1', 'update 2']);
    expect(reader.last('tickers').data.rows).toEqual([]);
  });

  it('S9 lets a slow client miss updates and gives it the newest state later, unnoticed by the others', () => {
    const slow = new Reader();
    const quick = new Reader();
    channel.add(slow);
    channel.add(quick);
    slow.paused = true;
    for (const [n, price] of ['111', '112', '113'].entries()) {
      tick('BTCUSDT', price);
      channel.flush((n + 1) * 250);
    }
    expect(slow.story).toEqual(['snapshot 0']);
    slow.paused = false;
    tick('ETHUSDT', '96');
    channel.flush(1_000);
    expect(slow.story).toEqual(['snapshot 0', 'snapshot 4']);
    expect(slow.last('tickers').data.rows.map((row) => row[1])).toEqual(['113', '96']);
    tick('ETHUSDT', '97');
    channel.flush(1_250);
    expect(slow.story).toEqual(['snapshot 0', 'snapshot 4', 'update 5']);
    expect(quick.story).toEqual(['snapshot 0', 'update 1', 'update 2', 'update 3', 'update 4', 'update 5']);
  });

  it('gives late comers a snapshot that fits the next update', () => {
    const first = new Reader();
    channel.add(first);
    tick('BTCUSDT', '111');
    channel.flush(250);
    const second = new Reader();
    channel.add(second);
    tick('BTCUSDT', '112');
    const third = new Reader();
    channel.add(third);
    channel.flush(500);
    expect(second.story).toEqual(['snapshot 1', 'update 2']);
    expect(third.story).toEqual(['snapshot 1', 'update 2']);
    expect(third.last('tickers').data.rows[0]?.[1]).toBe('112');
  });
});
