import { ERRORS } from '@plecho/contract';
import { INTERVALS } from '@plecho/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Minutes } from '../../../../tools/exchange/minutes.ts';
import { freePort } from '../../../../tools/product/process.ts';
import { openIdSource } from '../../src/storage/id-source.ts';
import { Gate } from '../faults/gate.ts';
import { useDatabase } from '../harness/database.ts';
import { createMarket, insertUsers } from '../harness/trading.ts';
import { endure, expectOwnCandles, isNewest, openAtTheEdge, swings } from './exchange-weather.ts';
import { FOLLOWED, FollowedMarket } from './followed-market.ts';
import { PostgresSurroundings } from './postgres-surroundings.ts';

const DAY = 86_400;
const PEOPLE = 40;
/** What ends positions and orders, and how often each has to have happened for a run to say something. */
const ENDS = ['takeProfit', 'stopLoss', 'liquidation', 'order filled'];
const ENOUGH = 9;

/** Listed so long before the market begins: days of candles, and not a year. */
function listedLately({ pairs, minute }: Minutes): Minutes {
  const since = FOLLOWED.startAt - 2 * DAY;
  return { pairs, minute: (symbol, time) => (time < since ? null : minute(symbol, time)) };
}

/** A market on a schema of its own behind a gate, and its exchange behind sockets; call it in a `describe`. */
function useFollowed(minutes: Minutes): { readonly market: FollowedMarket; readonly gate: Gate } {
  const database = useDatabase();
  let fields: { market: FollowedMarket; gate: Gate } | undefined;
  let around: PostgresSurroundings | undefined;
  const ready = () => {
    if (fields === undefined) throw new Error('the market is there from beforeAll on');
    return fields;
  };
  beforeAll(async () => {
    const { target, owner, pool } = database;
    await createMarket(target, FOLLOWED);
    await insertUsers(pool, PEOPLE);
    const url = new URL(target.ownerUrl);
    const gate = await Gate.open(await freePort(), Number(url.port));
    url.port = String(gate.port);
    const options = { port: await freePort(), target: { ...target, ownerUrl: url.href }, gate, owner };
    const ids = await openIdSource(pool);
    const surround = (exchange: FollowedMarket['exchange']) =>
      (around = new PostgresSurroundings(exchange, { ...options, ids }));
    fields = { market: new FollowedMarket(minutes, { surround }), gate };
    await around?.open();
  });
  afterAll(async () => {
    await around?.close();
    await fields?.gate.shut();
  });
  return {
    get market() {
      return ready().market;
    },
    get gate() {
      return ready().gate;
    },
  };
}

/** Lets time pass until all candles of the pairs are stored: beside the market, in a time of their own. */
async function untilFilled(market: FollowedMarket, symbols = [...market.host.pairs.keys()]): Promise<void> {
  const filled = async (): Promise<number> => {
    await market.run(1);
    const now = market.exchange.now() / 1000;
    const spans = await market.candles.spans();
    return spans.filter((span) => symbols.includes(span.symbol) && isNewest(span.interval, span.newest, now)).length;
  };
  await expect.poll(filled, { interval: 1, timeout: 60_000 }).toBe(symbols.length * INTERVALS.length);
}

/** Sockets take their own time, so how much a stretch of faults closes differs from run to run: trade goes on until it is plenty. */
async function tradeUntilPlenty(market: FollowedMarket): Promise<void> {
  const isScarce = (end: string): boolean => (market.counts[end] ?? 0) < ENOUGH;
  for (let round = 0; round < 20 && ENDS.some(isScarce); round += 1) {
    await openAtTheEdge(market);
    await market.run(150);
  }
  expect(ENDS.filter(isScarce)).toEqual([]);
}

/** Nobody trades: somebody who tries is told so in words. */
async function expectNoPrice(market: FollowedMarket, accountId: bigint): Promise<void> {
  const order = { accountId, symbol: 'BTCUSDT', side: 'long', margin: 2_000_000n, leverage: 10 } as const;
  const outcome = await market.submit({ type: 'openPosition', ...order, takeProfit: null, stopLoss: null });
  expect(outcome).toMatchObject({ ok: false, code: 'price_unavailable' });
  expect(ERRORS.price_unavailable.text).toMatch(/цена недоступна/);
}

describe('a market on PostgreSQL that follows an exchange over sockets', () => {
  const minutes = listedLately(swings());
  const followed = useFollowed(minutes);

  it('E4 E5 E8 E11 L6 M3: whatever befalls the exchange, the way to it or the database, nothing is filled wrongly or missed', async () => {
    const { market, gate } = followed;
    const { exchange } = market;
    exchange.setFaults({ skewMs: -300_000 });
    await market.start();
    await market.run(10);
    await market.recover(30);
    await market.run(130);
    const accountId = await openAtTheEdge(market);

    exchange.setFaults({ offline: true });
    await market.killAndRestart(60);
    await market.run(10);
    expect([...market.host.pairs.keys()]).toEqual(minutes.pairs.map(({ symbol }) => symbol));
    expect(market.host.status().ready).toBe(true);
    expect(market.host.stats().problem).toMatch(/can't be reached/);
    await expectNoPrice(market, accountId);
    await market.recover(45);

    await endure(market, ['nonsense', 'lost', 'swapped', 'twice']);
    for (const [name, words] of [
      ['429', /429|silent/],
      ['418', /418|silent/],
      ['451', /451|silent/],
      ['half-open', /silent|no answer/],
    ] as const) {
      await endure(market, ['frozen', name], async (stuck) => {
        expect(market.host.stats().problem, name).toMatch(words);
        await expectNoPrice(market, stuck);
      });
    }
    await endure(market, ['five minutes ahead']);

    await openAtTheEdge(market);
    const { accepted } = exchange;
    exchange.shutDownStreams();
    for (let seconds = 0; seconds < 10; seconds += 1) {
      await market.run(1);
      expect(market.host.stats().newestPriceAgeMs).toBeLessThan(3_000);
    }
    expect(exchange.accepted).toBe(accepted + 1);

    await openAtTheEdge(market);
    market.isCut = true;
    await gate.shut();
    await market.run(30);
    await gate.open();
    // Its log would say so: where nothing fired meanwhile, nothing else has been written either.
    market.host.regain();
    // Candles that were on their way when the lock was taken again are refused as of its time before, and written once more.
    const isWhole = () =>
      market.run(1).then(() => {
        const { phase, candlesPending } = market.host.stats();
        return phase === 'running' && candlesPending === 0;
      });
    await expect.poll(isWhole, { interval: 1, timeout: 60_000 }).toBe(true);
    await market.run(1);
    market.isCut = false;
    await endure(market, ['lost', 'swapped']);

    await market.run(130);
    await tradeUntilPlenty(market);
    await untilFilled(market);
    await market.stop();
    expect(market.violations).toEqual([]);
    await expectOwnCandles(market, minutes);
  });
});

describe('an exchange that has changed its list while the server was down', () => {
  const minutes = listedLately(swings(3));
  const followed = useFollowed(minutes);

  it('E2 E8 M3: other tick sizes are shown, a new pair is traded, one that is gone ends, and nothing else is different', async () => {
    const { market } = followed;
    const { exchange } = market;
    const [kept = '', gone = '', added = ''] = minutes.pairs.map(({ symbol }) => symbol);
    const decimals = () => [...market.host.pairs.values()].map(({ symbol, priceDecimals }) => [symbol, priceDecimals]);
    exchange.setFaults({ delisted: [added], decimals: { [kept]: 1 } });
    await market.start();
    await market.run(130);
    expect(decimals()).toEqual([
      [kept, 1],
      [gone, 2],
    ]);
    await openAtTheEdge(market);
    await untilFilled(market);
    // Its last candle is newer than all that was opened in it.
    await market.run(60);

    exchange.setFaults({ delisted: [gone], decimals: { [kept]: 4, [added]: 6 } });
    await market.killAndRestart(30);
    expect(decimals()).toEqual([
      [kept, 4],
      [gone, 2],
      [added, 6],
    ]);
    await market.run(120);
    await openAtTheEdge(market);
    expect(market.open().some(({ symbol }) => symbol === added)).toBe(true);
    await market.run(60);
    market.auditor.quiet();
    expect(market.violations).toEqual([]);
    const closed = market.trades.filter(({ reason }) => reason !== 'marketEnd').map(({ symbol }) => symbol);
    expect(new Set(closed)).toContain(kept);
    expect(new Set(closed)).toContain(added);

    const [last] = await market.candles.read(gone, '1m', 1, null);
    await market.run(780);
    const ended = market.trades.filter(({ reason }) => reason === 'marketEnd');
    expect(ended.length).toBeGreaterThan(0);
    for (const { symbol, exitPrice } of ended) expect([symbol, exitPrice]).toEqual([gone, last?.close]);
    expect(market.open().filter(({ symbol }) => symbol === gone)).toEqual([]);
    await untilFilled(market, [kept, added]);
    await market.stop();
    await expectOwnCandles(market, minutes, [kept, added]);
  });
});
