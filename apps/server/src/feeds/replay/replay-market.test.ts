import type { Candle } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { BTC, price, TestMarket, usdt } from '../../../test/test-market.ts';
import { MarketAlerts } from '../../alerts/market-alerts.ts';
import type { NewRing, StoredAlert } from '../../alerts/ports.ts';
import { KlineColumns, ReplayFeed } from './index.ts';

const START = Date.parse('2026-02-05T12:00:00Z') / 1000;
const PAIR = { symbol: BTC, baseAsset: 'BTC', quoteAsset: 'USDT' as const, priceDecimals: 2 };
const MINUTE_MS = 60_000;

/** Up to a wick at 112, and down again: open, high, low, close of each minute. */
const MINUTES = [
  ...[[100, 100, 100, 100] as const, [100, 104, 99.5, 103.7] as const, [103.7, 109.3, 103, 108.9] as const],
  ...[[108.9, 112, 108.7, 111.1] as const, [111.1, 111.3, 104.1, 104.9] as const, [104.9, 105, 97.7, 98.3] as const],
  ...[[98.3, 99, 98, 98.6] as const, [98.6, 98.9, 98, 98.2] as const],
];
const recorded = MINUTES.map(([open, high, low, close], minute): Candle => {
  const at = (value: number) => price(String(value));
  return { time: START + minute * 60, open: at(open), high: at(high), low: at(low), close: at(close), volume: 61_000n };
});

const alertAt = (id: bigint, direction: 'up' | 'down', level: string): StoredAlert => ({
  ...{ id, userId: 1n, marketId: 'main', pause: null, expiresAt: null, createdAt: 0, rings: 0, restsUntil: null },
  ...{ terms: { kind: 'cross', symbol: BTC, direction, level: price(level) }, position: null },
});

/** The recording with a trailing stop of 4 % and two alerts, all set when its first minute is over. */
async function played(speed: number, play: (clock: FakeClock, feed: ReplayFeed) => Promise<void>) {
  const clock = new FakeClock(START * 1000 + 86_400_000);
  const tracks = [{ pair: PAIR, candles: new KlineColumns(recorded) }];
  const feed = new ReplayFeed({ clock, startAt: START, speed, paused: true }, tracks);
  const market = new TestMarket({ clock, source: feed });
  const rings: NewRing[] = [];
  const alerts: MarketAlerts = new MarketAlerts((work) => {
    if (work.do !== 'ring') return;
    rings.push(work.ring);
    alerts.remove(work.ring.id);
  });
  market.host.listen({
    price: (_market, { symbol, price: at, time }) => {
      alerts.passed(time);
      alerts.price(symbol, at, time);
    },
    account: () => undefined,
  });
  await market.host.start();
  await feed.playTo(feed.endOfCandle('1m'));
  await market.idle();
  const account = await market.enter();
  const trailing = { unit: 'percent', value: 400n } as const;
  await market.open(account, { margin: usdt('100'), leverage: 2, trailing });
  alerts.add(alertAt(1n, 'up', '108'));
  alerts.add(alertAt(2n, 'down', '98.05'));
  await play(clock, feed);
  await market.idle();
  const trades = market.trades.map(({ reason, exitRecord, trailing: followed, pnl }) => ({
    ...{ reason, price: exitRecord.price, time: exitRecord.time, pnl, peak: followed?.peak },
  }));
  return { trades, rings };
}

/** In pieces, so that what fires is carried out while it plays. */
const atSpeed = (speed: number) =>
  played(speed, async (clock, feed) => {
    feed.resume();
    const wholeMs = (recorded.length * MINUTE_MS) / speed;
    for (let passed = 0; passed <= wholeMs + 1_000; passed += 500) {
      clock.advance(500);
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    }
  });

const bySteps = () =>
  played(600, async (_clock, feed) => {
    for (let minute = 0; minute < recorded.length; minute += 1) await feed.playTo(feed.endOfCandle('1m'));
  });

const byJump = () => played(600, (_clock, feed) => feed.playTo(Number.POSITIVE_INFINITY));

it('E8 at 600x, in steps and in a jump a trailing stop and alerts fire as they do at 5x: at the same prices and times', async () => {
  const slow = await atSpeed(5);
  expect(slow.trades).toMatchObject([{ reason: 'trailingStop', peak: { price: price('112') } }]);
  expect(slow.rings.map(({ id, direction }) => [id, direction])).toEqual([
    [1n, 'up'],
    [2n, 'down'],
  ]);
  for (const fast of [await atSpeed(60), await atSpeed(600), await bySteps(), await byJump()]) {
    expect(fast).toEqual(slow);
  }
});

it('E8 at 1x, with finer points of the same way, they fire on the same line: not later, and at the level rather than past it', async () => {
  const [real, fast] = [await atSpeed(1), await atSpeed(600)];
  const [own, other] = [real.trades[0], fast.trades[0]];
  if (own === undefined || other === undefined) throw new Error('it never closed');
  expect([own.reason, own.peak?.price]).toEqual([other.reason, other.peak?.price]);
  // 4 % below 112.
  const level = price('107.52');
  expect(own.price <= level && own.price >= other.price).toBe(true);
  expect(real.rings.map(({ id }) => id)).toEqual(fast.rings.map(({ id }) => id));
  const gaps = [other.time - own.time, ...fast.rings.map(({ at }, n) => at - (real.rings[n]?.at ?? 0))];
  for (const gap of gaps) expect([gap >= 0, gap < 5_000]).toEqual([true, true]);
});
