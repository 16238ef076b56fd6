import { describe, expect, it } from 'vitest';
import { BTC, ORDER, price, TestMarket, tradingMarket, usdt } from '../../test/test-market.ts';
import type { EntryOrder, Outcome } from '../commands/command.ts';

const entry = { ...ORDER, leverage: 3 };
const linesOf = ({ batches }: TestMarket): string[] =>
  batches.flatMap(({ log }) => log.map((line) => `${line.kind} ${'reason' in line ? line.reason : ''}`));
const cancel = (market: TestMarket, accountId: bigint): Promise<Outcome> =>
  market.submit({ type: 'cancelEntries', accountId, reason: 'blocked' });

const KINDS: Record<string, Partial<EntryOrder>> = {
  limit: { limitPrice: price('90') },
  stop: { kind: 'stopMarket', side: 'short', stopPrice: price('90') },
  'stop limit': { kind: 'stopLimit', side: 'short', stopPrice: price('90'), limitPrice: price('89') },
  trailing: { kind: 'trailingStop', side: 'short', callback: { unit: 'percent', value: 500n } },
};

describe('entry orders of somebody who may not open positions', () => {
  it.each(Object.entries(KINDS))(
    'S1 %s: it is cancelled, its money comes back, and no price fills it',
    async (_, terms) => {
      const { market, account } = await tradingMarket();
      const placed = await market.submit({ type: 'placeOrder', accountId: account, ...entry, ...terms });
      expect(placed).toMatchObject({ ok: true });
      expect(market.account(account).available).toBeLessThan(usdt('1000'));
      expect(await cancel(market, account)).toMatchObject({ ok: true, result: { type: 'cancelledAll' } });
      await market.tick(BTC, '90');
      expect(market.store.positions.size).toBe(0);
      expect(market.account(account)).toMatchObject({ available: usdt('1000'), orders: 0n });
    },
  );

  it('S1 C4 a pair ends as a whole, another person’s order stays, and one line of the log says why', async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    await market.place(other, '90');
    await market.place(account, '80');
    const pair = { first: { ...entry, limitPrice: price('90') }, second: { ...entry, limitPrice: price('70') } };
    expect(await market.submit({ type: 'placePair', accountId: account, ...pair })).toMatchObject({ ok: true });
    await cancel(market, account);
    expect(linesOf(market)).toEqual(['entriesCancelled blocked']);
    await cancel(market, account);
    expect(linesOf(market)).toHaveLength(1);
    await market.tick(BTC, '90');
    expect([...market.store.positions.values()].map(({ accountId }) => accountId)).toEqual([other]);
  });

  it('S1 what closes stays: a reduce-only order and a take profit work on', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account, { takeProfit: price('120') });
    const reducing = { accountId: account, positionId: position.id, portion: 5_000n, limitPrice: price('110') };
    expect(await market.submit({ type: 'reduceOrder', ...reducing })).toMatchObject({ ok: true });
    await market.place(account, '95');
    await cancel(market, account);
    expect([...market.store.orders.values()].map(({ reduces }) => reduces)).toEqual([position.id]);
    await market.tick(BTC, '110');
    await market.tick(BTC, '120');
    expect(market.trades.map(({ reason }) => reason)).toEqual(['order', 'takeProfit']);
  });

  it('S1 E8 a market that was halted meanwhile cancels them before it looks at what the prices have crossed', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    const reducing = { accountId: account, positionId: position.id, portion: 5_000n, kind: 'stopMarket' as const };
    await market.submit({ type: 'reduceOrder', ...reducing, stopPrice: price('96') });
    await market.place(account, '95');
    const pair = { first: { ...entry, limitPrice: price('96') }, second: { ...entry, limitPrice: price('70') } };
    await market.submit({ type: 'placePair', accountId: account, ...pair });
    market.host.halt(new Error('the books do not add up'));
    market.store.barred.push({ accountId: account, reason: 'leftClass' });
    expect(await cancel(market, account)).toEqual({ ok: false, code: 'market_halted' });
    await market.tick(BTC, '94');
    expect(await market.host.resume()).toBe(true);
    await market.tick(BTC, '94');
    expect([...market.store.positions.keys()]).toEqual([position.id]);
    expect(market.trades.map(({ reason }) => reason)).toEqual(['order']);
    expect(market.store.orders.size).toBe(0);
    expect(linesOf(market)).toEqual(['entriesCancelled leftClass']);
  });

  it('S1 E8 a process that starts after the owner was barred fills none at its first price', async () => {
    const { market: before, account } = await tradingMarket();
    await before.place(account, '95');
    before.store.barred.push({ accountId: account, reason: 'blocked' });
    const market = await TestMarket.restarted(before);
    await market.tick(BTC, '94');
    expect([market.store.positions.size, market.store.orders.size]).toEqual([0, 0]);
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), orders: 0n });
    expect(linesOf(market)).toEqual(['entriesCancelled blocked']);
  });

  it('E2 an order that a price has reached already is filled: it came before', async () => {
    const { market, account } = await tradingMarket();
    await market.place(account, '95');
    market.feed.tick({ symbol: BTC, price: price('95'), time: market.clock.now() });
    const outcome = await cancel(market, account);
    await market.idle();
    expect(outcome).toMatchObject({ ok: true, result: { orderIds: [] } });
    expect(market.store.positions.size).toBe(1);
    expect(linesOf(market)).toEqual([]);
  });
});
