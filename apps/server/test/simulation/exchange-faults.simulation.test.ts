import { type Candle, INTERVALS, INTERVAL_SECONDS } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import type { Faults } from '../../../../tools/exchange/faults.ts';
import { candlesOf, type Minutes, synthetic } from '../../../../tools/exchange/minutes.ts';
import { FollowedMarket } from './followed-market.ts';

const FAULTS: Record<string, Partial<Faults>> = {
  'late by 3 s': { latencyMs: 3_000 },
  'late by 15 s': { latencyMs: 15_000 },
  lost: { drop: 60 },
  twice: { duplicate: 60 },
  nonsense: { garbage: 40 },
  swapped: { reorder: 50 },
  '403': { status: 403 },
  '418': { status: 418 },
  '429': { status: 429 },
  '451': { status: 451 },
  frozen: { frozen: true },
  'half-open': { halfOpen: true },
  offline: { offline: true },
  'five minutes ahead': { skewMs: 300_000 },
  'five minutes behind': { skewMs: -300_000 },
};
const NAMES = Object.keys(FAULTS);
const PAIRS = NAMES.flatMap((first, n) => NAMES.slice(n + 1).map((second) => [first, second] as const));
/** The longest wait before a connection is tried again is 30 s. */
const RECOVERY_SECONDS = 45;
/** An exchange that has set its clock back is waited for until its prices are new again (rule E11). */
const SET_BACK_SECONDS = 375;
const DAY = 86_400;

/** Up and down by a seventh within eight minutes: nobody with 10x is ever far from liquidation. */
function swings(): Minutes {
  const { pairs } = synthetic('faults', 2);
  const at = (symbol: string, minute: number): bigint => {
    const place = (minute + (symbol === 'BTCUSDT' ? 0 : 3)) % 8;
    return (4_000_000_000n * (1_000n + 35n * BigInt(place < 4 ? place : 8 - place))) / 1_000n;
  };
  const minute = (symbol: string, time: number): Candle => {
    const [open, close] = [at(symbol, time / 60), at(symbol, time / 60 + 1)];
    const [low, high] = open < close ? [open, close] : [close, open];
    return { time, open, close, high: (high * 1_002n) / 1_000n, low: (low * 998n) / 1_000n, volume: 1_000_000n };
  };
  return { pairs, minute };
}

const minutes = swings();
let users = 0n;

/** Positions with and without levels and resting orders, all near the price, of a new person. */
async function openAtTheEdge(market: FollowedMarket): Promise<void> {
  const opened = await market.submit({ type: 'openAccount', userId: (users += 1n) });
  if (!opened.ok || opened.result.type !== 'account') throw new Error('no account');
  const { accountId } = opened.result;
  for (const { symbol } of minutes.pairs) {
    const price = market.host.lastRecord(symbol)?.price ?? 0n;
    const near = price / 200n;
    for (const side of ['long', 'short'] as const) {
      const [profit, loss] = side === 'long' ? [near, -near] : [-near, near];
      const order = { accountId, symbol, side, margin: 2_000_000n, leverage: 10 };
      await market.submit({ type: 'openPosition', ...order, takeProfit: null, stopLoss: null });
      const levels = { takeProfit: price + profit, stopLoss: price + loss };
      await market.submit({ type: 'openPosition', ...order, ...levels });
      const limit = { limitPrice: price + loss, takeProfit: null, stopLoss: null };
      await market.submit({ type: 'placeOrder', ...order, ...limit });
    }
  }
}

/** A minute under faults with positions at the edge, and what has to be true after it. */
async function endure(market: FollowedMarket, names: readonly string[]): Promise<void> {
  await openAtTheEdge(market);
  market.exchange.setFaults(Object.assign({}, ...names.map((name) => FAULTS[name])) as Partial<Faults>);
  await market.run(60);
  const isSetBack = names.some((name) => name.startsWith('five minutes'));
  await market.recover(isSetBack ? SET_BACK_SECONDS : RECOVERY_SECONDS);
  market.auditor.quiet();
  expect(market.violations, names.join(', ')).toEqual([]);
}

/** Every stored candle is the exchange's own, none is missing between the first and the last, and the last is new. */
function expectOwnCandles(market: FollowedMarket): void {
  const now = market.exchange.now() / 1000;
  for (const { symbol } of minutes.pairs) {
    for (const interval of INTERVALS) {
      const length = INTERVAL_SECONDS[interval];
      const stored = market.candles.all(symbol, interval);
      const [from = 0, last = 0] = [stored[0]?.time, stored.at(-1)?.time];
      const own = candlesOf(minutes, symbol, interval, { from, to: last + 1, now, limit: Number.POSITIVE_INFINITY });
      expect(stored, `${symbol} ${interval}`).toEqual(own);
      expect(now - last, `${symbol} ${interval}`).toBeLessThan(2 * length + 180);
    }
  }
}

async function follow(beatMs = 1_000, played = minutes): Promise<FollowedMarket> {
  const market = new FollowedMarket(played, beatMs);
  await market.start();
  await market.recover(5);
  return market;
}

describe('a market that follows an exchange with faults', () => {
  it('E5 E8 E11 M3: each fault alone, and any two at a time, cost nothing but time', async () => {
    const market = await follow();
    for (const name of NAMES) await endure(market, [name]);
    for (const names of PAIRS) await endure(market, names);
    // A minute that ended while nothing came is asked for as soon as the next one is closed.
    await market.run(130);
    await market.stop();
    expectOwnCandles(market);
    for (const end of ['takeProfit', 'stopLoss', 'liquidation', 'order filled']) {
      expect(market.counts[end], end).toBeGreaterThan(NAMES.length);
    }
  });

  it('E5 M3: through a day and more the price never pauses, the connection is changed in time, and every candle is the exchange’s', async () => {
    const market = await follow(5_000);
    market.exchange.setFaults({ drop: 1 });
    const run = async (seconds: number): Promise<void> => {
      for (let passed = 0; passed < seconds; passed += 60) {
        await market.run(60);
        const { problem, newestPriceAgeMs } = market.host.stats();
        expect(problem).toBeNull();
        expect(newestPriceAgeMs).toBeLessThan(20_000);
      }
    };
    await run(DAY - 1_200);
    expect(market.exchange.accepted).toBe(1);
    await run(900);
    expect(market.exchange.accepted).toBe(2);
    await run(3_600);
    expect(market.exchange.accepted).toBe(2);
    market.exchange.setFaults({ drop: 0 });
    await market.run(130);
    await market.stop();
    expectOwnCandles(market);
    expect(market.violations).toEqual([]);
  });

  it('E5: the first price after a kill is measured by the last candle: one ten times as high closes nothing until it has lasted', async () => {
    let isAbsurd = false;
    const raised = (price: bigint): bigint => price * 10n;
    const minute: Minutes['minute'] = (symbol, time) => {
      const candle = minutes.minute(symbol, time);
      if (candle === null || !isAbsurd) return candle;
      const { open, high, low, close } = candle;
      return { ...candle, open: raised(open), high: raised(high), low: raised(low), close: raised(close) };
    };
    const market = await follow(1_000, { ...minutes, minute });
    await market.run(130);
    await openAtTheEdge(market);
    isAbsurd = true;
    const { length } = market.trades;
    await market.killAndRestart(60);
    await market.run(20);
    expect(market.host.stats().rejected.jump).toBeGreaterThan(0);
    expect(market.trades).toHaveLength(length);
    await market.run(20);
    expect(market.trades.length).toBeGreaterThan(length);
    expect(market.violations).toEqual([]);
    await market.stop();
  });

  it('E2: a pair that is taken off the list ends through a kill at what its last candle closed at, and the other goes on', async () => {
    const market = await follow();
    await market.run(130);
    await openAtTheEdge(market);
    const [gone = '', stays = ''] = minutes.pairs.map(({ symbol }) => symbol);
    market.exchange.setFaults({ delisted: [gone] });
    await market.run(400);
    await market.killAndRestart(5);
    expect(market.counts['marketEnd']).toBeUndefined();
    const last = market.candles.all(gone, '1m').at(-1)?.close;
    await market.run(1_000);
    const ended = market.trades.filter(({ reason }) => reason === 'marketEnd');
    expect(ended.length).toBeGreaterThan(0);
    for (const { symbol, exitPrice } of ended) expect([symbol, exitPrice]).toEqual([gone, last]);
    expect(market.open().filter(({ symbol }) => symbol === gone)).toEqual([]);
    await openAtTheEdge(market);
    expect(market.open().some(({ symbol }) => symbol === stays)).toBe(true);
    expect(market.open().filter(({ symbol }) => symbol === gone)).toEqual([]);
    await market.stop();
  });
});
