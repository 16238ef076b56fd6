import { DEFAULT_RULES } from '@plecho/domain';
import { countedIds, FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { BTC, price, TestMarket, tradingMarket, usdt } from '../../test/test-market.ts';
import type { Outcome } from '../commands/command.ts';
import { freshRecord } from '../commands/decision.ts';
import { MarketClock, newestTime } from './market-clock.ts';
import { MarketEngine } from './market-engine.ts';
import { PricePath } from './price-path.ts';

const NOON = 1_770_300_000_000;
const HOUR = 3_600_000;

describe('the clock of a market', () => {
  it('E11 never runs backwards, whatever its feed says, and goes on from what has been before', () => {
    const feed = { now: () => NOON };
    const clock = new MarketClock(feed);
    expect(clock.now()).toBe(NOON);
    feed.now = () => NOON - 1;
    expect(clock.now()).toBe(NOON);
    clock.goOnFrom(NOON + HOUR);
    clock.goOnFrom(NOON);
    expect(clock.now()).toBe(NOON + HOUR);
    feed.now = () => NOON + HOUR + 1;
    expect(clock.now()).toBe(NOON + HOUR + 1);
  });

  it('E11 goes on from the newest of what is stored, in whatever order that comes', async () => {
    const { market } = await tradingMarket();
    const snapshot = market.store.snapshot();
    const of = (lastRecordTime: number | null, opened: number[], created: number[]): number | null =>
      newestTime({
        ...snapshot,
        lastRecordTime,
        positions: opened.map((openedAt) => ({ openedAt })) as typeof snapshot.positions,
        orders: created.map((createdAt) => ({ createdAt })) as typeof snapshot.orders,
      });
    expect(of(null, [], [])).toBeNull();
    expect(of(null, [5, 3], [])).toBe(5);
    expect(of(null, [], [4, 6, 2])).toBe(6);
    expect(of(7, [8, 5], [6])).toBe(8);
    expect(of(9, [8], [6])).toBe(9);
  });

  it.each([-3_000, -HOUR, HOUR])('E11 trading goes on when the machine’s clock steps by %i ms', async (ms) => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    const order = await market.place(account, '95');
    const before = market.host.status().now;
    market.clock.step(ms);
    market.clock.advance(1_000);
    expect(market.host.status().now).toBeGreaterThan(before);
    market.feed.tick({ symbol: BTC, price: price('94'), time: market.host.status().now });
    await market.idle();
    const filled = [...market.store.positions.values()].find(({ id }) => id !== position.id);
    expect(filled?.openedAt).toBeGreaterThanOrEqual(order.createdAt);
    expect(await market.close(position, 5_000n)).toMatchObject({ ok: true });
    expect(await market.submit({ type: 'startSeason', accountId: account })).toMatchObject({ ok: true });
    for (const { openedAt, closedAt } of market.trades) expect(closedAt).toBeGreaterThanOrEqual(openedAt);
    expect(market.host.status().ready).toBe(true);
  });

  it('E11 a machine whose clock is behind goes on from the newest opening, order and record', async () => {
    const { market, account } = await tradingMarket();
    market.clock.advance(500);
    const position = await market.open(account);
    market.clock.advance(500);
    const order = await market.place(account, '95');
    const after = await TestMarket.restarted(market, { clock: new FakeClock(NOON - HOUR) });
    expect(order.createdAt).toBeGreaterThan(position.openedAt);
    expect(after.host.status().now).toBe(order.createdAt);
    after.clock.advance(1_000);
    after.feed.tick({ symbol: BTC, price: price('99'), time: after.host.status().now });
    expect(await after.close(position)).toMatchObject({ ok: true });
    expect(after.trades[0]?.closedAt).toBe(order.createdAt + 950);
  });

  it('E11 prepares its candles for where it goes on, before its feed runs', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    market.journal.kill();
    const asked: number[] = [];
    const after = new TestMarket({
      store: market.store,
      clock: new FakeClock(NOON - HOUR),
      onCandles: (now) => void asked.push(now),
    });
    await after.host.start();
    expect(asked).toEqual([position.openedAt]);
  });
});

describe('decisions of a server whose clock is behind', () => {
  it('E11 no close is earlier than its opening, no season ends before it began, no order fills before it was placed', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    const position = await market.open(account);
    const order = await market.place(account, '95');
    const record = { seq: 99n, symbol: BTC, price: price('95'), time: NOON - HOUR };
    const prices = { hasSymbol: () => true, lastRecord: () => record, lastKnown: () => record };
    let lastId = 1_000n;
    const ids = countedIds(() => (lastId += 1n));
    const rules = DEFAULT_RULES;
    const engine = new MarketEngine(market.store.snapshot(), {
      ...{ marketId: 'main', rules, startBalance: usdt('1000'), ids, prices },
      path: new PricePath(),
    });
    const batch = engine.begin({ at: NOON - HOUR, now: NOON - HOUR });
    const decide = (command: Parameters<MarketEngine['decide']>[1]): Outcome =>
      engine.decide(batch, command, NOON - HOUR);
    decide({ type: 'closePosition', accountId: account, positionId: position.id, portion: 5_000n });
    for (const firing of engine.tick(record)) engine.fire(batch, firing, NOON - HOUR);
    const filled = batch.build()?.batch.openedPositions;
    expect(filled?.map(({ openedAt }) => openedAt)).toEqual([order.createdAt]);
    expect(decide({ type: 'startSeason', accountId: account })).toMatchObject({ ok: true });
    const { trades, seasons } = batch.build()?.batch ?? { trades: [], seasons: [] };
    expect(trades.map(({ openedAt, closedAt }) => closedAt - openedAt)).toEqual([0, 0, 0, 0]);
    expect(seasons.map(({ startedAt, endedAt }) => endedAt - startedAt)).toEqual([0]);
  });

  it.each([
    [10_000, true],
    [10_001, false],
    [-2_000, true],
    [-2_001, false],
  ])('E4 E11 a price that is %i ms old is fresh: %s', (age, isFresh) => {
    const record = { seq: 1n, symbol: BTC, price: price('100'), time: NOON };
    const prices = { hasSymbol: () => true, lastRecord: () => record };
    expect(freshRecord({ prices, rules: DEFAULT_RULES, now: NOON + age }, BTC)).toBe(isFresh ? record : null);
  });
});
