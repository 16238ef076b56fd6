import { beforeEach, describe, expect, it } from 'vitest';
import { FixedMarket } from '../../test/support/fixed-market.ts';
import { Reader } from '../../test/support/reader.ts';
import { encode } from './client.ts';
import { MadeFrames, type FrameListener, type NumberedFrame } from './ticker-frames.ts';
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

beforeEach(() => {
  market = new FixedMarket();
  errors = [];
  market.setPrice('BTCUSDT', '110');
  market.setPrice('ETHUSDT', '95');
  channel = new TickersChannel(new MadeFrames(market, (error) => errors.push(error)));
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

  it('T1 tells of the newest checkpoint of the log, once to those who are there', async () => {
    const checkpointOf = (size: bigint) => ({ size, root: Uint8Array.from({ length: 32 }, () => Number(size)) });
    const told: (string | undefined)[] = [];
    const reader = new Reader();
    channel.add(reader);
    await settle();
    const update = async (log: FixedMarket['checkpoint'], now: number): Promise<void> => {
      market.checkpoint = log;
      tick('BTCUSDT', '111');
      channel.flush(now);
      await settle();
      told.push(reader.last('tickers').data.log?.size);
    };
    await update(null, 250);
    await update(checkpointOf(1n), 500);
    await update(checkpointOf(1n), 750);
    await update(checkpointOf(7n), 1_000);
    await update(checkpointOf(7n), 1_250);
    expect(told).toEqual([undefined, '1', undefined, '7', undefined]);
    const late = new Reader();
    channel.add(late);
    await settle();
    expect(late.last('tickers').data.log).toEqual({ size: '7', root: Buffer.alloc(32, 7).toString('base64') });
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

describe('frames that come from elsewhere', () => {
  let snapshots: ((answer: NumberedFrame | null) => Promise<void>)[];
  let listener: FrameListener;
  let elsewhere: TickersChannel;

  const numbered = (kind: 'snapshot' | 'update', seq: number): NumberedFrame => {
    const data = { now: seq, label: '', status: 'running' as const, halted: false, rows: [] };
    return { seq, frame: encode({ type: 'tickers', kind, seq, market: 'main', data }) };
  };
  const update = (seq: number): void => listener.update(numbered('update', seq));
  const answer = (seq: number): Promise<void> | undefined => snapshots.shift()?.(numbered('snapshot', seq));

  beforeEach(() => {
    snapshots = [];
    elsewhere = new TickersChannel({
      listen: (to) => void (listener = to),
      price: () => undefined,
      flush: () => false,
      snapshot: () => new Promise((resolve) => snapshots.push((snapshot) => (resolve(snapshot), settle()))),
      close: () => undefined,
    });
  });

  async function join(seq: number): Promise<Reader> {
    const reader = new Reader();
    elsewhere.add(reader);
    await answer(seq);
    return reader;
  }

  it('S9 ask for a snapshot for everybody when a number is missing', async () => {
    const readers = [await join(4), await join(4)];
    update(5);
    update(7);
    update(8);
    expect(snapshots).toHaveLength(1);
    await answer(8);
    update(9);
    for (const { story } of readers) expect(story).toEqual(['snapshot 4', 'update 5', 'snapshot 8', 'update 9']);
  });

  it('change nothing when they come twice or late', async () => {
    const reader = await join(4);
    for (const seq of [5, 5, 4, 6, 5, 6]) update(seq);
    expect(reader.story).toEqual(['snapshot 4', 'update 5', 'update 6']);
    expect(snapshots).toEqual([]);
  });

  it('follow a snapshot that was made before them', async () => {
    const reader = new Reader();
    elsewhere.add(reader);
    for (const seq of [4, 5, 6]) update(seq);
    await answer(4);
    expect(reader.story).toEqual(['snapshot 4', 'update 5', 'update 6']);
  });

  it('begin anew for everybody with another owner, whose numbers are smaller', async () => {
    const readers = [await join(40), await join(40)];
    listener.restart();
    update(1);
    await answer(1);
    update(2);
    for (const { story } of readers) expect(story).toEqual(['snapshot 40', 'snapshot 1', 'update 2']);
  });

  it('begin anew without waiting for what an owner of before was asked', async () => {
    const reader = await join(40);
    update(42);
    const late = snapshots.shift();
    listener.restart();
    await late?.(numbered('snapshot', 42));
    await answer(1);
    update(2);
    expect(reader.story).toEqual(['snapshot 40', 'snapshot 1', 'update 2']);
  });

  it('S9 leave people what they have while nobody answers, and go on for all when somebody does', async () => {
    const waiting = new Reader();
    const live = await join(4);
    elsewhere.add(waiting);
    await snapshots.shift()?.(null);
    update(5);
    expect([live.story, waiting.story]).toEqual([['snapshot 4', 'update 5'], []]);
    await answer(5);
    expect(waiting.story).toEqual(['snapshot 5']);
  });
});

describe('frames while nobody is to see them', () => {
  it('hold nothing that was read before, and then all that changed', async () => {
    const frames = new MadeFrames(market, () => undefined);
    const updates: string[] = [];
    frames.listen({ update: ({ frame }) => updates.push(frame.toString()), restart: () => undefined });
    await frames.snapshot();
    market.setPrice('BTCUSDT', '111');
    frames.price('BTCUSDT');
    frames.rest();
    const newest = await frames.snapshot();
    expect([newest?.seq, newest?.frame.toString()]).toEqual([0, expect.stringContaining('"111"')]);
    frames.flush(5_000);
    await settle();
    expect(updates).toEqual([expect.stringContaining('"111"')]);
  });
});
