import { FakeClock } from '@plecho/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { FixedMarket } from '../../test/support/fixed-market.ts';
import { MemoryBus } from '../../test/support/memory-bus.ts';
import { Reader } from '../../test/support/reader.ts';
import { TickersChannel } from '../streams/tickers-channel.ts';
import { FrameFollower } from './frame-follower.ts';
import { FramePublisher } from './frame-publisher.ts';
import { framesSubject, snapshotSubject } from './frame-messages.ts';

const SYMBOL = 'BTCUSDT';
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let bus: MemoryBus;
let clock: FakeClock;
let market: FixedMarket;
let isWatched: boolean;
let owner: FramePublisher;
let errors: unknown[];
let channel: TickersChannel;

const publisher = (): FramePublisher =>
  new FramePublisher({ bus, clock, isWatched: () => isWatched, onError: (error) => errors.push(error) });

beforeEach(() => {
  bus = new MemoryBus();
  clock = new FakeClock(1_000_000);
  market = new FixedMarket();
  market.setPrice(SYMBOL, '100');
  isWatched = true;
  errors = [];
  owner = publisher();
  channel = new TickersChannel(new FrameFollower({ bus, clock, market, onError: (error) => errors.push(error) }));
});

async function wait(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    clock.advance(250);
    channel.flush(clock.now());
    await turn();
  }
}

async function tick(price: string, by = owner): Promise<void> {
  by.price('main', market.setPrice(SYMBOL, price));
  await wait(250);
}

async function join(): Promise<Reader> {
  const reader = new Reader();
  channel.add(reader);
  await turn();
  return reader;
}

/** As a page shows it: a heartbeat has no rows. */
const priceOf = (reader: Reader): string | undefined =>
  reader.messages.flatMap((message) => (message.type === 'tickers' ? message.data.rows : [])).at(-1)?.[1];

describe('the owner of a market', () => {
  it('tells a frame once, at most four times a second, and a silent market’s clock each second', async () => {
    owner.serve(market, 1n);
    const told: unknown[] = [];
    bus.follow(framesSubject('main'), (body) => told.push(body));
    await wait(1_000);
    for (let n = 0; n < 100; n += 1) {
      owner.price('main', market.setPrice(SYMBOL, String(100 + n)));
      clock.advance(10);
      await turn();
    }
    expect(told.length).toBeLessThanOrEqual(6);
    const before = told.length;
    await wait(3_000);
    expect(told.length - before).toBeGreaterThanOrEqual(3);
    expect(told.length - before).toBeLessThanOrEqual(4);
  });

  it('tells nothing while nobody looks, and whoever looks again misses nothing', async () => {
    owner.serve(market, 1n);
    const reader = await join();
    isWatched = false;
    await tick('101');
    await wait(2_000);
    expect([reader.story, priceOf(await join())]).toEqual([['snapshot 0'], '101']);
    isWatched = true;
    await wait(1_000);
    expect(priceOf(reader)).toBe('101');
  });

  it('says nothing of a market that it does not have any more', async () => {
    const stop = owner.serve(market, 1n);
    const reader = await join();
    stop();
    await tick('101');
    await wait(2_000);
    expect(reader.story).toEqual(['snapshot 0']);
    expect(await bus.request(snapshotSubject('main'), { term: 0n }).catch(String)).toContain('nobody answers');
  });

  it('leaves the answer to one of a later term, and what is no question without one', async () => {
    owner.serve(market, 1n);
    const answers: unknown[] = [];
    for (const term of [2n, 1n]) {
      void bus.request(snapshotSubject('main'), { term }).then((answer) => answers.push(answer));
    }
    await turn();
    expect(answers).toMatchObject([{ term: 1n, seq: 0 }]);
    await expect(bus.request(snapshotSubject('main'), null)).rejects.toThrow();
  });
});

describe('a process that shows a market of another', () => {
  it('S9 does not believe an owner that was paused while another took over', async () => {
    const stopOld = owner.serve(market, 1n);
    const reader = await join();
    await tick('101');
    const old = owner;
    owner = publisher();
    owner.serve(market, 2n);
    await tick('102', owner);
    await wait(1_000);
    expect(priceOf(reader)).toBe('102');
    const late = new FixedMarket();
    late.setPrice(SYMBOL, '55');
    stopOld();
    old.serve(late, 1n);
    old.price('main', late.setPrice(SYMBOL, '56'));
    await wait(250);
    // Whoever shows the market goes on as if nothing had been said.
    await tick('103', owner);
    expect(priceOf(reader)).toBe('103');
    const { length } = reader.messages;
    old.price('main', late.setPrice(SYMBOL, '57'));
    owner.stop();
    await wait(2_000);
    expect(reader.messages).toHaveLength(length);
    const newcomer = await join();
    expect(newcomer.story).toEqual([]);
  });

  it('begins anew with the numbers of a new owner', async () => {
    const stop = owner.serve(market, 1n);
    const reader = await join();
    for (const price of ['101', '102', '103']) await tick(price);
    stop();
    owner.serve(market, 2n);
    await tick('104');
    await wait(1_000);
    expect(priceOf(reader)).toBe('104');
    expect(reader.story.slice(0, 4)).toEqual(['snapshot 0', 'update 1', 'update 2', 'update 3']);
    expect(reader.story[4]).toMatch(/^snapshot [01]$/);
  });

  it('asks for everybody when messages may have been missed', async () => {
    owner.serve(market, 1n);
    const readers = [await join(), await join()];
    owner.stop();
    market.setPrice(SYMBOL, '101');
    clock.advance(1_000);
    bus.requests.length = 0;
    bus.comeBack();
    await turn();
    expect(bus.requests).toEqual([snapshotSubject('main')]);
    for (const reader of readers) expect(reader.story).toEqual(['snapshot 0', 'snapshot 0']);
  });

  it('leaves people what they have while nobody answers, tells of it once, and gives a newcomer nothing old', async () => {
    const stop = owner.serve(market, 1n);
    const reader = await join();
    stop();
    await wait(30_000);
    const newcomer = await join();
    await wait(1_000);
    expect([reader.story, newcomer.story]).toEqual([['snapshot 0'], []]);
    expect(errors).toHaveLength(1);
    owner.serve(market, 2n);
    await tick('101');
    await wait(500);
    expect([priceOf(reader), priceOf(newcomer)]).toEqual(['101', '101']);
    stop();
  });

  it('asks once for all who come together', async () => {
    owner.serve(market, 1n);
    for (let n = 0; n < 20; n += 1) channel.add(new Reader());
    await turn();
    for (let n = 0; n < 20; n += 1) await join();
    expect(bus.requests).toHaveLength(1);
  });

  it('drops what is no frame', async () => {
    owner.serve(market, 1n);
    const reader = await join();
    for (const body of [null, 7, { term: 9n }, { term: 9, seq: 1, frame: Buffer.from('{}') }]) {
      expect(() => bus.publish(framesSubject('main'), body)).toThrow();
    }
    await tick('101');
    expect(reader.story).toEqual(['snapshot 0', 'update 1']);
  });

  it('reads a market itself when it is over', async () => {
    const stop = owner.serve(market, 1n);
    const reader = await join();
    for (const price of ['101', '102', '103', '104']) await tick(price);
    stop();
    market.ended = true;
    market.setPrice(SYMBOL, '105');
    await wait(1_000);
    expect([priceOf(reader), priceOf(await join())]).toEqual(['105', '105']);
    expect(bus.isFollowed(framesSubject('main'))).toBe(false);
  });

  it('hears nothing any more when nobody looks', async () => {
    owner.serve(market, 1n);
    await join();
    channel.close();
    expect(bus.isFollowed(framesSubject('main'))).toBe(false);
  });
});
