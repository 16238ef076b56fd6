import type { Candle } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { DirectTransport } from '../../../../../tools/exchange/direct.ts';
import { StandInExchange } from '../../../../../tools/exchange/exchange.ts';
import { synthetic } from '../../../../../tools/exchange/minutes.ts';
import type { RawTick } from '../feed.ts';
import { LISTED_PAIRS } from '../listed-pairs.ts';
import { BinanceFeed } from './binance-feed.ts';
import type { Transport } from './transport.ts';

const NOW = 1_790_035_205_000;
const minutes = synthetic('binance-feed', 3);
const SYMBOLS = minutes.pairs.map(({ symbol }) => symbol);
const opened: (() => void)[] = [];

afterEach(() => {
  for (const close of opened.splice(0).reverse()) close();
});

/** Nothing but promises is between the exchange and the feed: when the loop turns, all of them are done. */
const arrive = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * @param lies taken one by one: how far ahead of its time the answers of the exchange say that it is, ms
 * @param openings taken one by one: how far ahead of its time a candle of its stream says that it opens, ms
 */
function lying(direct: Transport, lies: number[], openings: number[]): Transport {
  return {
    get: async (url, signal) => {
      const answer = await direct.get(url, signal);
      const late = (time: string): string => String(Number(time) + (lies.shift() ?? 0));
      return { ...answer, text: answer.text.replace(/(?<="serverTime":)\d+/, late) };
    },
    connect: (url, listener) => {
      const ahead = (time: string): string => String(Number(time) + (openings.shift() ?? 0));
      return direct.connect(url, {
        message: (text) => listener.message(text.replace(/(?<="t":)\d+/, ahead)),
        closed: (error) => listener.closed(error),
      });
    },
  };
}

interface Setup {
  known?: string[];
  offline?: boolean;
  /** Pairs that can't be traded at the start. */
  resting?: string[];
}

/** A feed of a stand-in; both go by one clock, which moves when it is told to. */
async function follow({ known = [], offline = false, resting = [] }: Setup = {}) {
  const clock = new FakeClock(NOW);
  const published = new Set<string>();
  const onPrice = (symbol: string, price: bigint, time: number): void =>
    void published.add(`${symbol} ${price} ${time}`);
  const exchange = new StandInExchange({ clock, minutes, onPrice });
  opened.push(() => exchange.stop());
  exchange.setFaults({ offline, skewMs: 300_000, delisted: resting });
  const lies: number[] = [];
  const openings: number[] = [];
  const feed = await BinanceFeed.open({
    ...{ clock, random: () => 0.5, since: NOW - 3_600_000, knownSymbols: new Set(known) },
    ...{ restUrl: new URL('http://exchange.test'), streamUrl: new URL('ws://exchange.test') },
    transport: lying(new DirectTransport(exchange), lies, openings),
  });
  opened.push(() => feed.stop());
  const ticks: RawTick[] = [];
  const delisted: string[] = [];
  const candles: Candle[] = [];
  let closed = 0;
  feed.follow({
    candle: (_symbol, candle, isClosed) => {
      candles.push(candle);
      closed += Number(isClosed);
    },
    day: () => undefined,
  });
  await feed.start(
    {
      tick: (tick) => void ticks.push(tick),
      ended: () => undefined,
      delisted: (symbol) => void delisted.push(symbol),
    },
    null,
  );
  await arrive();
  /** Lets seconds pass, and what is said in each arrive. */
  const run = async (seconds: number): Promise<void> => {
    for (let n = 0; n < seconds; n++) {
      clock.advance(1_000);
      await arrive();
    }
  };
  /** @returns after how many seconds there was another tick */
  const secondsUntilTick = async (atMost: number): Promise<number> => {
    const before = ticks.length;
    for (let seconds = 0; seconds <= atMost; seconds++) {
      if (ticks.length > before) return seconds;
      await run(1);
    }
    throw new Error(`no tick for ${atMost} s`);
  };
  const heard = { ticks, candles, delisted, published, closed: () => closed };
  return { clock, exchange, feed, lies, openings, run, secondsUntilTick, ...heard };
}

describe('the feed of the exchange', () => {
  it('M3 E11: every price is one that the exchange published, and the clock is its clock, 5 minutes off ours', async () => {
    const { feed, ticks, published, run, clock, closed } = await follow();
    expect(feed.pairs.map(({ symbol }) => symbol)).toEqual(SYMBOLS);
    await run(70);
    expect(ticks.length).toBeGreaterThan(3 * 60);
    for (const { symbol, price, time } of ticks) expect(published).toContain(`${symbol} ${price} ${time}`);
    expect(Math.abs(feed.now() - clock.now() - 300_000)).toBeLessThan(1_000);
    expect(closed()).toBe(3);
    expect(feed.problem).toBeNull();
  });

  it('E11: an exchange that sets its clock is followed within seconds, forward and back', async () => {
    const { feed, exchange, run } = await follow();
    await run(10);
    for (const skewMs of [900_000, -900_000, 0]) {
      exchange.setFaults({ skewMs });
      await run(6);
      expect(Math.abs(feed.now() - exchange.now())).toBeLessThan(1_000);
    }
  });

  it('E11: one wrong time that the exchange says moves nothing, and it is asked again soon', async () => {
    const { feed, exchange, lies, run } = await follow();
    await run(299);
    lies.push(3_600_000);
    const { answered } = exchange;
    for (let second = 0; second < 3; second++) {
      await run(1);
      expect(Math.abs(feed.now() - exchange.now())).toBeLessThan(1_000);
    }
    expect([lies, exchange.answered - answered]).toEqual([[], 2]);
  });

  it('M3 E11: a candle dated ahead of the exchange is none, and is counted: it would stand as the open one until then', async () => {
    const { feed, openings, candles, ticks, run } = await follow();
    await run(10);
    const before = [candles.length, ticks.length] as const;
    openings.push(60_000, 86_400_000, 7_000_000_000_020_000);
    await run(1);
    const open = Math.floor(feed.now() / 60_000) * 60;
    expect(candles.every(({ time }) => time <= open)).toBe(true);
    expect(ticks.slice(before[1]).filter(({ price }) => price === null)).toHaveLength(3);
    await run(1);
    expect(candles.slice(before[0]).map(({ time }) => time)).toEqual(SYMBOLS.map(() => open));
    expect(openings).toEqual([]);
  });

  it('a silent connection is noticed within 15 s, frozen or half-open, and replaced when there is one', async () => {
    const { exchange, run, secondsUntilTick, feed } = await follow();
    await secondsUntilTick(3);
    for (const fault of ['frozen', 'halfOpen'] as const) {
      exchange.setFaults({ [fault]: true });
      await run(12);
      expect(feed.problem, fault).toMatch(/silent/);
      exchange.setFaults({ [fault]: false });
      expect(await secondsUntilTick(45), fault).toBeLessThan(45);
      expect(feed.problem, fault).toBeNull();
    }
  });

  it('when the exchange says that a connection is going to end, the next one takes over without a gap', async () => {
    const { exchange, ticks, run, secondsUntilTick } = await follow();
    await secondsUntilTick(3);
    exchange.shutDownStreams();
    const before = ticks.length;
    await run(10);
    expect(exchange.accepted).toBe(2);
    expect(ticks.length - before).toBeGreaterThanOrEqual(8 * SYMBOLS.length);
  });

  it('no network at the start: there are the pairs that were, no price, words for operators, and prices when it comes', async () => {
    const { feed, exchange, ticks, secondsUntilTick, run } = await follow({ offline: true, known: ['BTCUSDT'] });
    expect(feed.pairs.map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);
    await run(20);
    expect(ticks).toEqual([]);
    expect(feed.now()).toBe(NOW - 3_600_000);
    expect(feed.problem).toMatch(/can't be reached/);
    exchange.setFaults({ offline: false });
    await secondsUntilTick(30);
    expect(feed.now()).toBeGreaterThan(NOW);
  });

  it.each([
    ['most pairs', SYMBOLS.slice(0, 2)],
    ['all pairs', SYMBOLS],
  ])(
    'an exchange in which %s rest at the very first start says its time and not what is traded',
    async (_which, resting) => {
      const { feed, exchange, ticks, secondsUntilTick, run } = await follow({ resting });
      expect(feed.pairs).toEqual(LISTED_PAIRS);
      expect(feed.now()).toBe(exchange.now());
      exchange.setFaults({ delisted: [] });
      await secondsUntilTick(5);
      await run(1);
      expect(new Set(ticks.map(({ symbol }) => symbol))).toEqual(new Set(SYMBOLS));
    },
  );

  it('a pair that rests alone at the very first start is not in the market', async () => {
    const { feed } = await follow({ resting: SYMBOLS.slice(0, 1) });
    expect(feed.pairs.map(({ symbol }) => symbol)).toEqual(SYMBOLS.slice(1));
  });

  it('refusals are put into words and obeyed', async () => {
    const { feed, exchange, clock } = await follow();
    const ask = () => feed.candles('BTCUSDT', '1m', NOW / 1000 - 3_605, NOW / 1000 - 5);
    for (const [status, words] of [
      [451, /serve this country \(451\)/],
      [403, /firewall/],
      [429, /fewer requests \(429\): nothing is asked for 7 s/],
    ] as const) {
      exchange.setFaults({ status, retryAfter: 7 });
      await expect(ask()).rejects.toThrow(words);
      expect(feed.problem).toMatch(words);
    }
    const { answered } = exchange;
    exchange.setFaults({ status: null });
    const later = ask();
    await arrive();
    expect(exchange.answered).toBe(answered);
    clock.advance(7_000);
    expect(await later).toHaveLength(60);
    expect(feed.problem).toBeNull();
  });

  it('M3: candles come page by page, all of them, closed ones only', async () => {
    const { feed } = await follow();
    const asked = await feed.candles('ETHUSDT', '1m', NOW / 1000 - 5 - 2_500 * 60, NOW / 1000 + 86_400);
    expect(asked).toHaveLength(2_505);
    expect(asked).toEqual(asked.map(({ time }) => minutes.minute('ETHUSDT', time)));
  });

  it('a pair is off the list when it could not be traded for ten minutes, but not when the exchange rests', async () => {
    const { exchange, delisted, run, clock, feed } = await follow();
    const later = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n++) {
        clock.advance(300_000);
        await run(1);
      }
    };
    exchange.setFaults({ delisted: SYMBOLS });
    await later(4);
    expect(delisted).toEqual([]);
    exchange.setFaults({ delisted: ['ETHUSDT'] });
    await later(2);
    expect([delisted, [...feed.delisted()]]).toEqual([[], []]);
    await later(1);
    expect([delisted, [...feed.delisted()]]).toEqual([['ETHUSDT'], ['ETHUSDT']]);
    exchange.setFaults({ delisted: SYMBOLS });
    await later(1);
    expect([delisted, [...feed.delisted()]]).toEqual([['ETHUSDT'], ['ETHUSDT']]);
    exchange.setFaults({ delisted: [] });
    await later(1);
    expect([delisted, [...feed.delisted()]]).toEqual([['ETHUSDT'], []]);
  });
});
