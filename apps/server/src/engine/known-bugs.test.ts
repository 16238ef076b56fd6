import { FakeClock } from '@plecho/testkit';
import { describe, expect, it } from 'vitest';
import { BTC, ETH, price, TestMarket, tradingMarket, usdt } from '../../test/test-market.ts';

/** The classes of bugs that systems like this one have had, each as its own test. */
describe('known bug classes', () => {
  it('E8 a fill is not replayed at a restart', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    await market.place(account, '95');
    await market.tick(BTC, '94');
    const filled = market.store.positions.size;
    const after = await TestMarket.restarted(market);
    await after.tick(BTC, '94');
    expect(filled).toBe(2);
    expect(after.store.positions.size).toBe(2);
    expect(after.store.orders.size).toBe(0);
    expect(after.account(account).margin).toBe(usdt('200'));
  });

  it('E5 a fill is not dropped by too eager de-duplication: the same price at a later time is a price', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(BTC, '96');
    await market.place(account, '96');
    await market.tick(BTC, '96');
    expect(market.store.positions.size).toBe(1);
    expect(market.store.orders.size).toBe(0);
  });

  it('E2 a stop does not close twice', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { stopLoss: price('95') });
    market.weather.slow = true;
    await market.tick(BTC, '94.5');
    await market.tick(BTC, '94');
    await market.tick(BTC, '93');
    market.weather.slow = false;
    market.journal.release();
    await market.tick(BTC, '92');
    expect(market.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([['stopLoss', price('94.5')]]);
  });

  it('E2 take profit and stop loss do not both fire', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account, { stopLoss: price('95'), takeProfit: price('105') });
    market.weather.slow = true;
    await market.tick(BTC, '94.5');
    await market.tick(BTC, '106');
    market.weather.slow = false;
    market.journal.release();
    await market.idle();
    expect(market.trades.map(({ positionId, reason }) => [positionId, reason])).toEqual([[position.id, 'stopLoss']]);
  });

  it('E2 nobody acts on a position that is already liquidated', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    market.weather.slow = true;
    await market.tick(BTC, '89');
    const closing = market.close(position);
    const moving = market.submit({
      type: 'setTriggers',
      accountId: account,
      positionId: position.id,
      takeProfit: price('120'),
      stopLoss: null,
    });
    market.weather.slow = false;
    market.journal.release();
    await market.idle();
    expect(await closing).toEqual({ ok: false, code: 'position_closed' });
    expect(await moving).toEqual({ ok: false, code: 'position_closed' });
    expect(await market.close(position)).toEqual({ ok: false, code: 'position_closed' });
    expect(market.trades.map(({ reason }) => reason)).toEqual(['liquidation']);
  });

  it('E8 a position does not stay "being liquidated" when its batch is lost', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    market.weather.fates = ['lost', 'lost'];
    await market.tick(BTC, '89');
    for (let n = 0; n < 5; n++) await market.tick(BTC, '100');
    expect(market.store.positions.size).toBe(0);
    expect(market.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([['liquidation', price('89')]]);
    expect(market.host.status().ready).toBe(true);
  });

  it('E8 a liquidation whose commit was not confirmed is not repeated', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    market.weather.fates = ['unknown'];
    await market.tick(BTC, '89');
    for (let n = 0; n < 5; n++) await market.tick(BTC, '88');
    expect(market.trades.length).toBe(1);
    expect(market.account(account).margin).toBe(0n);
    expect(market.events.at(-1)?.removedPositions.length).toBe(1);
  });

  it('E5 a closing fee makes nobody liquidatable', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 20_000n } });
    const position = await market.open(account, { margin: usdt('800') });
    const other = await market.open(account, { margin: usdt('33.333333') });
    // Both are a little above the price that liquidates them, 90.4523: what is left of the first is less than its fee.
    await market.tick(BTC, '90.46');
    expect(await market.close(position)).toMatchObject({ ok: true });
    await market.tick(BTC, '90.46');
    expect(market.account(account)).toMatchObject({ available: 0n, margin: other.margin });
    expect(market.trades.map(({ positionId, reason }) => [positionId, reason])).toEqual([[position.id, 'user']]);
    await market.tick(BTC, '90.45');
    expect(market.trades.at(-1)).toMatchObject({ positionId: other.id, reason: 'liquidation' });
  });

  it('E6 a liquidation does not fail because its fee exceeds what is left', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 20_000n } });
    await market.open(account);
    await market.tick(BTC, '90.01');
    expect(market.trades.map(({ reason, insurance }) => [reason, insurance])).toEqual([['liquidation', 0n]]);
    expect(market.account(account).margin).toBe(0n);
  });

  it('E3 no dust stays that cannot be closed', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n } });
    const position = await market.open(account, { margin: 1_000_003n, leverage: 3 });
    for (let n = 0; n < 60; n++) await market.close(position, 5_000n);
    const left = market.store.positions.get(position.id);
    expect(left?.margin).toBe(1n);
    expect((await market.close(position, 5_000n)).ok).toBe(false);
    expect((await market.close(position, 10_000n)).ok).toBe(true);
    expect(market.account(account).margin).toBe(0n);
    const fees = market.trades.reduce((sum, { fee }) => sum + fee, 0n);
    const pnl = market.trades.reduce((sum, trade) => sum + trade.pnl, 0n);
    expect(market.account(account).available).toBe(usdt('1000') + pnl - fees);
  });

  it('E5 an outlier price liquidates nobody', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    await market.open(account, { side: 'short' });
    for (const outlier of ['50', '1', '0.00000001', '151', '100000']) await market.tick(BTC, outlier);
    await market.tick(BTC, '100');
    expect(market.trades).toEqual([]);
    expect(market.host.stats().rejected.jump).toBe(5);
  });

  it('E8 what crossed while the server was down is decided on the first valid price after it', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { takeProfit: price('104') });
    await market.open(account, { stopLoss: price('97') });
    const after = await TestMarket.restarted(market);
    expect(after.trades).toEqual([]);
    await after.tick(BTC, '96', 3_600_000);
    expect(after.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([['stopLoss', price('96')]]);
  });

  it('E8 a crossed trigger whose process died before the commit fires once, on the first valid price', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { stopLoss: price('97') });
    market.weather.slow = true;
    await market.tick(BTC, '96');
    const after = await TestMarket.restarted(market);
    await after.tick(BTC, '95');
    await after.tick(BTC, '94');
    expect(after.trades.map(({ exitPrice }) => exitPrice)).toEqual([price('95')]);
  });

  it('E4 a market whose clock went back with its recording fills at the time of the price', async () => {
    const { market, account } = await tradingMarket();
    market.clock.advance(8_000);
    await market.place(account, '95');
    const clock = new FakeClock(market.clock.now() - 60_000);
    const after = await TestMarket.restarted(market, { clock });
    // By the clock of the recording it would be older than the order.
    after.feed.tick({ symbol: BTC, price: price('94'), time: after.host.status().now });
    await after.idle();
    const [position, ...others] = after.store.positions.values();
    expect([others.length, after.store.orders.size]).toEqual([0, 0]);
    expect(position?.entryRecord).toMatchObject({ price: price('94'), time: market.clock.now() });
    expect(position?.openedAt).toBe(position?.entryRecord.time);
  });

  it('E8 a wick inside a candle skips no trigger, even while a batch is being written', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account, { stopLoss: price('97') });
    market.weather.slow = true;
    const opening = market.open(account, { margin: usdt('1') });
    await market.idle();
    for (const at of ['96', '99', '101']) market.feed.tick({ symbol: BTC, price: price(at), time: market.clock.now() });
    market.weather.slow = false;
    market.journal.release();
    await opening;
    await market.idle();
    expect(market.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([['stopLoss', price('96')]]);
  });

  it('E2 a command does not overtake a tick that came before it', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account, { stopLoss: price('97') });
    market.feed.tick({ symbol: BTC, price: price('96'), time: market.clock.now() });
    market.feed.tick({ symbol: BTC, price: price('99'), time: market.clock.now() });
    expect(await market.close(position)).toEqual({ ok: false, code: 'position_closed' });
    expect(market.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([['stopLoss', price('96')]]);
  });

  it('E6 a gap beyond the bankruptcy price costs the margin, the rest is insurance', async () => {
    const { market, account } = await tradingMarket();
    await market.open(account);
    await market.tick(BTC, '75');
    expect(market.trades.map(({ pnl, insurance, fee }) => [pnl, insurance, fee])).toEqual([
      [usdt('-100'), usdt('150'), 0n],
    ]);
    expect(market.account(account)).toMatchObject({ available: usdt('900'), margin: 0n, realisedPnl: usdt('-100') });
  });

  it('L4 two tabs cannot spend the same balance', async () => {
    const { market, account } = await tradingMarket();
    const [first, second] = await Promise.allSettled([
      market.open(account, { margin: usdt('600') }),
      market.open(account, { margin: usdt('600') }),
    ]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect(market.account(account)).toMatchObject({ available: usdt('400'), margin: usdt('600') });
  });

  it('E2 of two closes at once exactly one closes', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    const outcomes = await Promise.all([market.close(position), market.close(position)]);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
    expect(market.trades.length).toBe(1);
  });

  it('a listener that missed an unconfirmed commit is told of it after all', async () => {
    const { market, account } = await tradingMarket();
    market.weather.fates = ['unknown'];
    await expect(market.open(account)).rejects.toThrow();
    await market.tick(BTC, '100');
    expect(market.events.at(-1)).toMatchObject({ fromVersion: 1n, account: { id: account, version: 2n } });
    expect(market.events.map(({ account: { version } }) => version)).toEqual([1n, 2n]);
  });

  it('E4 E5 nothing is decided on a stale price', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    market.clock.advance(10_001);
    expect(await market.close(position)).toEqual({ ok: false, code: 'price_unavailable' });
    market.feed.tick({ symbol: BTC, price: price('89'), time: market.clock.now() - 10_001 });
    await market.idle();
    expect(market.trades).toEqual([]);
    expect(market.host.stats().rejected).toMatchObject({ stale: 1 });
    await market.tick(ETH, '89');
    expect(market.store.positions.size).toBe(1);
  });
});
