import { describe, expect, it } from 'vitest';
import { BTC, ETH, price, tradingMarket, usdt } from '../../test/test-market.ts';

describe('what a tick fires', () => {
  it('E2 takes profit, stops and fills at the price that crossed, not at the level', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { takeProfit: price('103') });
    await market.open(account, { side: 'short', stopLoss: price('103') });
    await market.place(account, '102', { side: 'short' });
    await market.tick(BTC, '104');
    expect(market.trades.map(({ side, reason, exitPrice }) => [side, reason, exitPrice])).toEqual([
      ['long', 'takeProfit', price('104')],
      ['short', 'stopLoss', price('104')],
    ]);
    expect([...market.store.positions.values()].map(({ entryPrice }) => entryPrice)).toEqual([price('104')]);
  });

  it('E2 a level is reached when the price touches it', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account, { takeProfit: price('103'), stopLoss: price('98') });
    await market.tick(BTC, '102.99999999');
    await market.tick(BTC, '98.00000001');
    expect(market.store.positions.get(position.id)).toEqual(position);
    await market.tick(BTC, '98');
    expect(market.trades[0]?.reason).toBe('stopLoss');
  });

  it('E5 liquidates at the liquidation price and not one unit before it', async () => {
    const { market, account } = await tradingMarket();
    const { liquidationPrice } = await market.open(account);
    expect(liquidationPrice).toBe(price('90.45226130'));
    await market.tick(BTC, '90.45226131');
    expect(market.trades).toEqual([]);
    await market.tick(BTC, '90.4522613');
    expect(market.trades.map(({ reason }) => reason)).toEqual(['liquidation']);
    expect(market.account(account).available).toBe(usdt('900'));
  });

  it('E2 liquidation comes first when one tick crosses everything, and closes come before new positions', async () => {
    const { market, account } = await tradingMarket();
    const order = await market.place(account, '95');
    const position = await market.open(account, { stopLoss: price('92') });
    await market.tick(BTC, '85');
    expect(market.trades.map(({ positionId, reason }) => [positionId, reason])).toEqual([[position.id, 'liquidation']]);
    expect(market.store.orders.has(order.id)).toBe(false);
    const opened = [...market.store.positions.values()];
    expect(opened.map(({ entryPrice }) => entryPrice)).toEqual([price('85')]);
    expect(opened[0]?.id).toBeGreaterThan(market.trades[0]?.id ?? 0n);
  });

  it('E2 prices of another symbol fire nothing', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { stopLoss: price('99') });
    await market.tick(ETH, '1');
    expect(market.trades).toEqual([]);
  });

  it('E2 a stop that was moved fires at its new place only, one that was removed not at all', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account, { stopLoss: price('99'), takeProfit: price('101') });
    const set = (stopLoss: string | null): Promise<unknown> =>
      market.submit({
        type: 'setTriggers',
        accountId: account,
        positionId: id,
        takeProfit: null,
        stopLoss: stopLoss === null ? null : price(stopLoss),
      });
    await set('95');
    await market.tick(BTC, '98');
    await market.tick(BTC, '102');
    expect(market.trades).toEqual([]);
    await set(null);
    await market.tick(BTC, '94');
    expect(market.trades).toEqual([]);
    await set('90.5');
    await market.tick(BTC, '90.5');
    expect(market.trades.map(({ reason }) => reason)).toEqual(['stopLoss']);
  });

  it('E10 two people at the same price record get the same price, liquidation price and PnL', async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    const [mine, theirs] = [await market.open(account), await market.open(other)];
    expect({ ...mine, id: 0n, accountId: 0n }).toEqual({ ...theirs, id: 0n, accountId: 0n });
    await market.tick(BTC, '97.7');
    await Promise.all([market.close(mine), market.close(theirs)]);
    const [first, second] = market.trades;
    expect(first).toMatchObject({ exitPrice: price('97.7'), pnl: usdt('-23') });
    expect({ ...first, id: 0n, positionId: 0n, accountId: 0n }).toEqual({
      ...second,
      id: 0n,
      positionId: 0n,
      accountId: 0n,
    });
  });

  it('several positions on one symbol live side by side', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { leverage: 10 });
    await market.open(account, { leverage: 2 });
    await market.open(account, { side: 'short' });
    await market.tick(BTC, '88');
    expect([...market.store.positions.values()].map(({ side, leverage }) => [side, leverage])).toEqual([
      ['long', 2],
      ['short', 10],
    ]);
    expect(market.account(account).margin).toBe(usdt('200'));
  });
});
