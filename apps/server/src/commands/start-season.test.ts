import { describe, expect, it } from 'vitest';
import { settle, withdraw } from '../../test/support/practice-money.ts';
import { BTC, ETH, price, tradingMarket, TestMarket, usdt } from '../../test/test-market.ts';

async function startSeason(market: TestMarket, accountId: bigint): Promise<string> {
  const outcome = await market.submit({ type: 'startSeason', accountId });
  return outcome.ok ? 'ok' : outcome.code;
}

describe('a fresh start', () => {
  it('L3 closes and cancels everything, takes back what is left and grants the starting balance', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n } });
    const startedAt = market.account(account).seasonStartedAt;
    await market.open(account, { margin: usdt('100') });
    const order = await market.place(account, '95');
    await market.tick(BTC, '105');
    expect(await startSeason(market, account)).toBe('ok');

    const now = market.clock.now();
    expect(market.account(account)).toMatchObject({
      ...{ available: usdt('1000'), orders: 0n, margin: 0n, realisedPnl: 0n, season: 2, seasonStartedAt: now },
    });
    expect([...market.store.positions.keys(), ...market.store.orders.keys()]).toEqual([]);
    expect(market.trades).toMatchObject([{ reason: 'user', exitPrice: price('105'), pnl: usdt('50') }]);
    const batch = market.batches.at(-1);
    // 1 USDT of fee at the opening, 1.05 at the closing.
    expect(batch?.seasons).toMatchObject([
      {
        accountId: account,
        number: 1,
        startedAt,
        endedAt: now,
        endBalance: usdt('1047.95'),
        realisedPnl: usdt('47.95'),
      },
    ]);
    expect(batch?.endedOrders).toMatchObject([{ id: order.id, status: 'cancelled' }]);
    expect(batch?.transfers.map(({ kind }) => kind)).toEqual(['orderCancel', 'close', 'seasonEnd', 'grant']);
    expect(batch?.log).toMatchObject([{ kind: 'seasonStarted', userId: 1n, at: now }]);
  });

  it('ends the season after its last trade and before everything that follows', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    expect(await startSeason(market, account)).toBe('ok');
    await market.close(await market.open(account));
    const [season] = market.batches.flatMap(({ seasons }) => seasons);
    const [before, after] = market.trades;
    expect((before?.id ?? 0n) < (season?.endedId ?? 0n)).toBe(true);
    expect((after?.id ?? 0n) > (season?.endedId ?? 0n)).toBe(true);
  });

  it('with nothing left and nothing open is a fresh start all the same; two in a row are two seasons', async () => {
    const { market, account } = await tradingMarket();
    await market.submit({
      type: 'adjustBalance',
      accountId: account,
      amount: usdt('-1000'),
      reason: 'prize',
      operatorId: 9n,
    });
    market.weather.slow = true;
    const both = Promise.all([startSeason(market, account), startSeason(market, account)]);
    await market.idle();
    market.journal.release();
    expect(await both).toEqual(['ok', 'ok']);
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), season: 3 });
    expect(market.batches.flatMap(({ seasons }) => seasons)).toMatchObject([
      { number: 1, endBalance: 0n },
      { number: 2, endBalance: usdt('1000') },
    ]);
  });

  it('E1 leaves what is locked for a withdrawal as it is; a refund comes into the new season', async () => {
    const { market, account } = await tradingMarket();
    const { id, value } = await withdraw(market, account, usdt('300'));
    expect(await startSeason(market, account)).toBe('ok');
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), locked: usdt('300') });
    await settle(market, account, id, { kind: 'withdrawRefund', value, failure: 'addressRefused' });
    expect(market.account(account)).toMatchObject({ available: usdt('1300'), locked: 0n, realisedPnl: 0n });
  });

  it('E4 waits for a fresh price of everything that is open', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    await market.tick(ETH, '2000', 6_000);
    await market.open(account, { symbol: ETH });
    await market.tick(ETH, '2001', 6_000);
    expect(await startSeason(market, account)).toBe('price_unavailable');
    expect(market.store.positions.size).toBe(2);
    expect(market.account(account).season).toBe(1);
    await market.tick(BTC, '100');
    expect(await startSeason(market, account)).toBe('ok');
  });

  it('E2 does not touch what a trigger has taken', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { stopLoss: price('95') });
    market.clock.advance(1_000);
    market.feed.tick({ symbol: BTC, price: price('94'), time: market.clock.now() });
    expect(await startSeason(market, account)).toBe('season_busy');
    expect(await startSeason(market, account)).toBe('ok');
    expect(market.trades.map(({ reason }) => reason)).toEqual(['stopLoss']);
  });

  it("touches nobody else's, and is refused where there is no account or no market any more", async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    await market.open(other);
    await market.place(other, '95');
    const before = market.account(other);
    expect(await startSeason(market, account)).toBe('ok');
    expect(market.account(other)).toEqual(before);
    expect(await startSeason(market, 999n)).toBe('not_found');
    await market.submit({ type: 'endMarket' });
    expect(await startSeason(market, account)).toBe('market_ended');
  });

  it('L7 is there after a restart', async () => {
    const { market, account } = await tradingMarket();
    await startSeason(market, account);
    const again = await TestMarket.restarted(market);
    await again.tick(BTC, '100');
    expect(await startSeason(again, account)).toBe('ok');
    expect(again.account(account).season).toBe(3);
  });
});
