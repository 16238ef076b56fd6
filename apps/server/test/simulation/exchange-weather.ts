import { type Candle, INTERVALS, INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import { expect } from 'vitest';
import type { Faults } from '../../../../tools/exchange/faults.ts';
import { candlesOf, type Minutes, synthetic } from '../../../../tools/exchange/minutes.ts';
import type { FollowedMarket } from './followed-market.ts';

/** What may be wrong with an exchange, by name. */
export const FAULTS: Record<string, Partial<Faults>> = {
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
/** The longest wait before a connection is tried again is 30 s. */
const RECOVERY_SECONDS = 45;
/** An exchange that has set its clock back is waited for until its prices are new again (rule E11). */
const SET_BACK_SECONDS = 375;
const MOST_CANDLES = 1_000_000;

/** Up and down by a seventh within eight minutes: nobody with 10x is ever far from liquidation. */
export function swings(count = 2): Minutes {
  const { pairs } = synthetic('faults', count);
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

let users = 0n;

/**
 * Positions with and without levels and resting orders, all near the price, of a new person.
 * @returns the person's account
 */
export async function openAtTheEdge(market: FollowedMarket): Promise<bigint> {
  const opened = await market.submit({ type: 'openAccount', userId: (users += 1n) });
  if (!opened.ok || opened.result.type !== 'account') throw new Error('no account');
  const { accountId } = opened.result;
  for (const symbol of market.host.pairs.keys()) {
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
  return accountId;
}

/**
 * A minute under faults with positions at the edge, and what has to be true after it.
 * @param during told the account at its end, before the faults are over
 */
export async function endure(
  market: FollowedMarket,
  names: readonly string[],
  during: (accountId: bigint) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const accountId = await openAtTheEdge(market);
  market.exchange.setFaults(Object.assign({}, ...names.map((name) => FAULTS[name])) as Partial<Faults>);
  await market.run(60);
  await during(accountId);
  const isSetBack = names.some((name) => name.startsWith('five minutes'));
  await market.recover(isSetBack ? SET_BACK_SECONDS : RECOVERY_SECONDS);
  market.auditor.quiet();
  expect(market.violations, names.join(', ')).toEqual([]);
  for (const symbol of market.host.pairs.keys()) {
    const opens = (market.host.openCandle(symbol, '1m')?.time ?? 0) * 1000;
    expect(opens, `${symbol}, after ${names.join(', ')}`).toBeLessThanOrEqual(market.exchange.now());
  }
}

/** Whether the last stored candle that opens then is as new as can be; times in seconds. */
export const isNewest = (interval: Interval, time: number, now: number): boolean =>
  now - time < 2 * INTERVAL_SECONDS[interval] + 180;

/** Every stored candle is the exchange's own, none is missing between the first and the last, and the last is new. */
export async function expectOwnCandles(
  market: FollowedMarket,
  minutes: Minutes,
  symbols: Iterable<string> = market.host.pairs.keys(),
): Promise<void> {
  const now = market.exchange.now() / 1000;
  for (const symbol of symbols) {
    for (const interval of INTERVALS) {
      const stored = await market.candles.read(symbol, interval, MOST_CANDLES, null);
      const [from = 0, last = 0] = [stored[0]?.time, stored.at(-1)?.time];
      const own = candlesOf(minutes, symbol, interval, { from, to: last + 1, now, limit: MOST_CANDLES });
      expect(stored, `${symbol} ${interval}`).toEqual(own);
      expect(isNewest(interval, last, now), `${symbol} ${interval}`).toBe(true);
    }
  }
}
