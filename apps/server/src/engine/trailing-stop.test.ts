import { describe, expect, it } from 'vitest';
import { BTC, price, tradingMarket, TestMarket, usdt } from '../../test/test-market.ts';

const percent = (value: bigint) => ({ unit: 'percent' as const, value });
const closes = (market: TestMarket) => market.trades.map(({ reason, exitPrice }) => [reason, exitPrice]);

describe('a trailing stop', () => {
  it('E2 follows the best price and closes when the price has turned by its distance', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { trailing: percent(200n) });
    for (const at of ['98.01', '110', '107.81', '108.5']) await market.tick(BTC, at);
    expect(market.trades).toEqual([]);
    await market.tick(BTC, '107.8');
    expect(closes(market)).toEqual([['trailingStop', price('107.8')]]);
    expect(market.trades[0]?.trailing?.peak.price).toBe(price('110'));
  });

  it('E2 of a short follows the lowest price; a gap is closed at the price beyond it', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { side: 'short', trailing: { unit: 'price', value: price('3') } });
    for (const at of ['95', '97.9', '99']) await market.tick(BTC, at);
    expect(closes(market)).toEqual([['trailingStop', price('99')]]);
  });

  it('E2 comes after liquidation and stop loss and before take profit', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { stopLoss: price('95'), trailing: percent(200n) });
    await market.open(account, { trailing: percent(200n) });
    await market.tick(BTC, '94');
    await market.tick(BTC, '100');
    await market.open(account, { trailing: percent(200n) });
    await market.tick(BTC, '80');
    expect(closes(market)).toEqual([
      ['stopLoss', price('94')],
      ['trailingStop', price('94')],
      ['liquidation', price('80')],
    ]);
  });

  it('E8 is kept with its peak by other levels and partial closes, and starts anew with another distance', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account, { trailing: percent(1_000n) });
    await market.tick(BTC, '120');
    await market.tick(BTC, '112');
    const set = (what: object) =>
      market.submit({
        ...{
          type: 'setTriggers',
          accountId: account,
          positionId: position.id,
          takeProfit: price('150'),
          stopLoss: null,
        },
        ...what,
      });
    await market.close(position, 5_000n);
    await set({});
    await set({ trailing: percent(1_000n) });
    expect(market.host.account(account)?.positions[0]?.trailing?.peak.price).toBe(price('120'));
    await set({ trailing: percent(500n) });
    expect(market.store.positions.get(position.id)?.trailing?.peak.price).toBe(price('112'));
    await market.tick(BTC, '106.5');
    expect(market.trades.map(({ reason }) => reason)).toEqual(['user']);
    await set({ trailing: null });
    await market.tick(BTC, '100');
    expect(market.store.positions.get(position.id)?.trailing).toBeNull();
  });

  it('E8 its best price survives that the state is read again', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { trailing: percent(1_000n) });
    await market.tick(BTC, '120');
    await market.tick(BTC, '115');
    market.weather.fates = ['lost'];
    await market.open(account).catch(() => {});
    market.clock.advance(1_000);
    await market.idle();
    await market.tick(BTC, '108');
    expect(closes(market)).toEqual([['trailingStop', price('108')]]);
  });

  it('E8 its best price survives a restart: the candles of before tell it', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { trailing: percent(1_000n) });
    await market.tick(BTC, '120', 60_000);
    await market.tick(BTC, '115');
    const time = Math.floor(market.clock.now() / 60_000) * 60;
    const candle = { time, open: price('120'), high: price('120'), low: price('115'), close: price('115'), volume: 0n };
    const next = await TestMarket.restarted(market, {
      series: (_symbol, interval) => Promise.resolve(interval === '1m' ? [candle] : []),
    });
    await next.idle();
    await next.tick(BTC, '108.01');
    expect(next.host.account(account)?.positions[0]?.trailing?.peak).toEqual({
      ...{ seq: null, price: price('120'), time: time * 1000 },
    });
    await next.tick(BTC, '108');
    expect(closes(next)).toEqual([['trailingStop', price('108')]]);
  });

  it('E4 E8 of an order starts at the price that fills it, and counts what comes before that is written', async () => {
    const { market, account } = await tradingMarket();
    await market.place(account, '99', { trailing: percent(500n) });
    market.weather.slow = true;
    const other = market.open(account);
    await market.idle();
    for (const at of ['99', '110', '108']) await market.tick(BTC, at);
    market.weather.slow = false;
    market.journal.release();
    await other;
    await market.idle();
    expect(market.store.positions.size).toBe(2);
    await market.tick(BTC, '104.5');
    expect(closes(market)).toEqual([['trailingStop', price('104.5')]]);
    expect(market.trades[0]?.trailing?.peak.price).toBe(price('110'));
  });

  it('E5 is moved by no price that is no valid one: a jump counts when it is confirmed', async () => {
    const { market, account } = await tradingMarket({ rules: { maxJump: 100_000n, jumpConfirmMs: 5_000 } });
    await market.open(account, { trailing: percent(500n) });
    await market.tick(BTC, '150');
    await market.tick(BTC, '100');
    expect(market.host.account(account)?.positions[0]?.trailing?.peak.price).toBe(price('100'));
    for (const at of ['150', '150', '150', '150', '150', '150']) await market.tick(BTC, at, 1_001);
    expect(market.host.account(account)?.positions[0]?.trailing?.peak.price).toBe(price('150'));
    expect(market.account(account).margin).toBe(usdt('100'));
  });
});
