import { MAX_ENTRIES } from '@plecho/domain';
import { describe, expect, it } from 'vitest';
import { BTC, ETH, price, tradingMarket, TestMarket, usdt } from '../../test/test-market.ts';
import type { CommandResult, Outcome } from './command.ts';

const code = (outcome: Outcome): string => (outcome.ok ? 'ok' : outcome.code);

const add = (market: TestMarket, accountId: bigint, positionId: bigint, margin: string): Promise<Outcome> =>
  market.submit({ type: 'addToPosition', accountId, positionId, margin: usdt(margin) });

function resultOf<T extends CommandResult['type']>(outcome: Outcome, type: T): Extract<CommandResult, { type: T }> {
  if (!outcome.ok || outcome.result.type !== type) throw new Error(`no ${type}: ${JSON.stringify(code(outcome))}`);
  return outcome.result as Extract<CommandResult, { type: T }>;
}

describe('adding to a position', () => {
  it('E13 has the average weighed by quantity, rounded against the person, and the liquidation that follows', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n } });
    const long = await market.open(account, { margin: usdt('100'), leverage: 10 });
    const short = await market.open(account, { side: 'short', margin: usdt('100'), leverage: 10 });
    await market.tick(BTC, '103');
    const position = resultOf(await add(market, account, long.id, '50'), 'position').position;
    // 1500 USDT over 10 + 500/103 coins: 100.98039215…
    expect(position).toMatchObject({ margin: usdt('150'), notional: usdt('1500'), entryPrice: price('100.98039216') });
    expect(position.liquidationPrice).toBe(price('91.33904818'));
    expect(position.openFee).toBe(usdt('1.5'));
    expect(position.entryRecord).toEqual(long.entryRecord);
    expect(position.added).toMatchObject([{ margin: usdt('50'), held: usdt('100'), record: { price: price('103') } }]);
    const other = resultOf(await add(market, account, short.id, '50'), 'position').position;
    expect(other.entryPrice).toBe(price('100.98039215'));
    expect(market.account(account)).toMatchObject({ margin: usdt('300'), realisedPnl: usdt('-3') });
    expect(market.batches.at(-1)?.additions).toMatchObject([{ positionId: short.id, n: 2 }]);
    expect(market.batches.at(-1)?.priceRecords).toMatchObject([{ price: price('103') }]);
  });

  it('E13 goes on from what a partial close has left, and the extremes from the first fill', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account, { margin: usdt('100'), leverage: 2 });
    await market.tick(BTC, '90');
    await market.tick(BTC, '100');
    await market.submit({ type: 'closePosition', accountId: account, positionId: id, portion: 5_000n });
    await market.tick(BTC, '110');
    const grown = resultOf(await add(market, account, id, '50'), 'position').position;
    expect(grown).toMatchObject({ entryPrice: price('104.76190477'), added: [{ held: usdt('50') }] });
    await market.submit({ type: 'closePosition', accountId: account, positionId: id, portion: 10_000n });
    expect(market.trades.at(-1)).toMatchObject({
      ...{ margin: usdt('100'), entryPrice: grown.entryPrice, added: grown.added },
      extremes: { best: price('110'), worst: price('90'), path: 'ticks' },
    });
    expect(market.trades[0]?.added).toEqual([]);
  });

  it('refuses what is no amount, what there is no money for, and more than 20 entries', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account, { margin: usdt('100') });
    expect(code(await add(market, account, id, '0'))).toBe('invalid_amount');
    expect(code(await add(market, account, id, '0.999999'))).toBe('amount_too_small');
    expect(code(await add(market, account, id, '99999999.5'))).toBe('amount_too_large');
    expect(code(await add(market, account, id, '901'))).toBe('insufficient_funds');
    expect(code(await add(market, account, 999n, '1'))).toBe('position_not_found');
    expect(code(await add(market, await market.enter(2n), id, '1'))).toBe('position_not_found');
    for (let n = 1; n < MAX_ENTRIES; n++) expect(code(await add(market, account, id, '1'))).toBe('ok');
    expect(code(await add(market, account, id, '1'))).toBe('too_many_entries');
    market.clock.advance(60_000);
    const late = await market.open(account).catch(() => null);
    expect(late).toBeNull();
    expect(code(await add(market, account, id, '1'))).toBe('too_many_entries');
  });

  it('E13 refuses an average that would be liquidated at once, or whose liquidation comes before the stop loss', async () => {
    const spreads = new Map([[BTC, 200_000n]]);
    const { market, account } = await tradingMarket({ rules: { spreads } });
    // Bought at 110 and sold at 90: a 10x long is liquidated at 99.5, a 2x long at 55.3.
    const low = await market.open(account, { margin: usdt('10'), leverage: 2 });
    expect(code(await add(market, account, low.id, '10'))).toBe('ok');
    const { market: plain, account: other } = await tradingMarket();
    const { id } = await plain.open(other, { margin: usdt('10'), leverage: 10, stopLoss: price('92') });
    await plain.tick(BTC, '120');
    expect(code(await add(plain, other, id, '500'))).toBe('stop_loss_beyond_liquidation');
    expect(plain.host.account(other)?.positions[0]).toMatchObject({ margin: usdt('10'), added: [] });
  });

  it('E2 cannot add to what a tick has taken; the next level fires by the new average, over a restart too', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account, { margin: usdt('100'), leverage: 10 });
    await market.tick(BTC, '95');
    expect(resultOf(await add(market, account, id, '100'), 'position').position.liquidationPrice).toBe(
      price('88.13297255'),
    );
    const restarted = await TestMarket.restarted(market);
    // The first one's own level, 90.45, fires nothing any more.
    await restarted.tick(BTC, '90');
    expect(restarted.trades).toEqual([]);
    restarted.weather.slow = true;
    const adding = add(restarted, account, id, '1');
    void restarted.tick(BTC, '80');
    restarted.journal.release();
    restarted.weather.slow = false;
    await adding;
    await restarted.idle();
    expect(restarted.trades).toMatchObject([{ reason: 'liquidation', exitPrice: price('80') }]);
    expect(code(await add(restarted, account, id, '1'))).toBe('position_closed');
  });

  it('L6 adds once, however often it is asked', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account, { margin: usdt('100') });
    const command = { type: 'addToPosition', accountId: account, positionId: id, margin: usdt('5') } as const;
    const key = { userId: 1n, action: command.type, key: 'k', bodyHash: 'h' };
    const outcomes = await Promise.all([market.submit(command, key), market.submit(command, key)]);
    outcomes.push(await market.submit(command, key));
    expect(new Set(outcomes.map((outcome) => resultOf(outcome, 'position').position.margin))).toEqual(
      new Set([usdt('105')]),
    );
    expect(market.account(account).margin).toBe(usdt('105'));
  });
});

describe('reversing a position', () => {
  const reverse = (market: TestMarket, accountId: bigint, positionId: bigint): Promise<Outcome> =>
    market.submit({ type: 'reversePosition', accountId, positionId });

  it('E13 closes and opens the opposite in one batch, with the same margin and no levels', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n } });
    const { id } = await market.open(account, { margin: usdt('100'), leverage: 5, stopLoss: price('90') });
    await market.tick(BTC, '102');
    const batches = market.batches.length;
    const { trade, position } = resultOf(await reverse(market, account, id), 'reversed');
    expect(market.batches.length).toBe(batches + 1);
    expect(trade).toMatchObject({ positionId: id, reason: 'user', exitPrice: price('102'), margin: usdt('100') });
    expect(position).toMatchObject({
      ...{ side: 'short', margin: usdt('100'), leverage: 5, entryPrice: price('102') },
      ...{ stopLoss: null, takeProfit: null, openFee: usdt('0.5') },
    });
    expect(market.host.account(account)?.positions.map((each) => each.id)).toEqual([position.id]);
  });

  it('E13 takes what is left where there is not enough, and neither closes nor opens without a unit of margin', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n } });
    const { id } = await market.open(account, { margin: usdt('990'), leverage: 10 });
    await market.tick(BTC, '95');
    const { position } = resultOf(await reverse(market, account, id), 'reversed');
    expect(position.margin).toBe(usdt('480.886138'));
    expect(market.account(account).available).toBeLessThan(usdt('0.00001'));
    const poor = await tradingMarket({ startBalance: usdt('5') });
    const last = await poor.market.open(poor.account, { margin: usdt('5'), leverage: 10 });
    await poor.market.tick(BTC, '91');
    const before = poor.market.account(poor.account);
    expect(code(await reverse(poor.market, poor.account, last.id))).toBe('insufficient_funds');
    expect(poor.market.account(poor.account)).toEqual(before);
    expect(poor.market.host.account(poor.account)?.positions).toEqual([last]);
  });

  it('E2 does nothing to what a tick has taken', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account, { leverage: 10 });
    const reversing = market.tick(BTC, '85').then(() => reverse(market, account, id));
    expect(code(await reversing)).toBe('position_closed');
    expect(market.trades).toMatchObject([{ reason: 'liquidation' }]);
    expect(market.host.account(account)?.positions).toEqual([]);
  });

  it('E4 wants a fresh price for both', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account);
    market.clock.advance(11_000);
    expect(code(await reverse(market, account, id))).toBe('price_unavailable');
    expect(market.trades).toEqual([]);
  });
});

describe('closing and cancelling everything', () => {
  it('E13 closes what has a fresh price in one batch and names what has none', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(ETH, '10');
    const stale = await market.open(account, { symbol: ETH, margin: usdt('10') });
    const open = [];
    for (let n = 0; n < 150; n++) open.push((await market.open(account, { margin: usdt('1') })).id);
    market.clock.advance(11_000);
    await market.tick(BTC, '101');
    const batches = market.batches.length;
    const { trades, failed } = resultOf(
      await market.submit({ type: 'closeAll', accountId: account, symbol: null }),
      'closedAll',
    );
    expect(market.batches.length).toBe(batches + 1);
    expect(trades.map(({ positionId }) => positionId)).toEqual(open);
    expect(failed).toEqual([{ id: stale.id, code: 'price_unavailable' }]);
    expect(market.host.account(account)?.positions.map(({ id }) => id)).toEqual([stale.id]);
  });

  it('closes one pair alone, and nobody else’s', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(ETH, '10');
    const other = await market.enter(2n);
    const left = [await market.open(account, { symbol: ETH, margin: usdt('10') }), await market.open(other)];
    await market.open(account, { margin: usdt('10') });
    const all = { type: 'closeAll', accountId: account, symbol: BTC } as const;
    expect(resultOf(await market.submit(all), 'closedAll')).toMatchObject({ trades: [{ symbol: BTC }], failed: [] });
    expect(code(await market.submit({ ...all, symbol: 'NOUSDT' }))).toBe('unknown_symbol');
    const open = [account, other].flatMap((id) => market.host.account(id)?.positions ?? []);
    expect(open.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
  });

  it('cancels every order that rests, and gives back what they had set aside', async () => {
    const { market, account } = await tradingMarket();
    const orders = [await market.place(account, '95'), await market.place(account, '90')];
    const { orderIds } = resultOf(
      await market.submit({ type: 'cancelAll', accountId: account, symbol: null }),
      'cancelledAll',
    );
    expect(orderIds).toEqual(orders.map(({ id }) => id));
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), orders: 0n });
  });
});

describe('the maker fee', () => {
  it('E13 is of an order that rested; one that the market had reached pays the taker fee', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n, makerFee: 200n } });
    const resting = await market.place(account, '95', { margin: usdt('100'), leverage: 10 });
    const at = await market.place(account, '100', { margin: usdt('100'), leverage: 10 });
    expect([resting, at]).toMatchObject([
      { maker: true, reserved: usdt('100.2') },
      { maker: false, reserved: usdt('101') },
    ]);
    await market.tick(BTC, '94');
    const open = market.host.account(account)?.positions ?? [];
    expect(open.map(({ maker, openFee }) => [maker, openFee])).toEqual([
      [true, usdt('0.2')],
      [false, usdt('1')],
    ]);
  });
});
