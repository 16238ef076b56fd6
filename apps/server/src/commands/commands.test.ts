import { describe, expect, it } from 'vitest';
import { BTC, ETH, ORDER, price, tradingMarket, usdt, TestMarket } from '../../test/test-market.ts';
import type { Outcome, UserCommand } from './command.ts';

type Open = Extract<UserCommand, { type: 'openPosition' }>;
type Place = Extract<UserCommand, { type: 'placeOrder' }>;

const code = (outcome: Outcome): string => (outcome.ok ? 'ok' : outcome.code);

const tryOpen = async (market: TestMarket, accountId: bigint, what: Partial<Open>): Promise<string> =>
  code(await market.submit({ type: 'openPosition', accountId, ...ORDER, ...what }));
const tryPlace = async (market: TestMarket, accountId: bigint, what: Partial<Place>): Promise<string> =>
  code(await market.submit({ type: 'placeOrder', accountId, ...ORDER, limitPrice: price('95'), ...what }));

describe('opening a position', () => {
  it.each([
    [0n, 'invalid_amount'],
    [-1n, 'invalid_amount'],
    [1n, 'amount_too_small'],
    [999_999n, 'amount_too_small'],
    [10n ** 14n + 1n, 'amount_too_large'],
    [10n ** 40n, 'amount_too_large'],
    [usdt('1000.000001'), 'insufficient_funds'],
  ])('refuses a margin of %s with %s', async (margin, refusal) => {
    const { market, account } = await tradingMarket();
    expect(await tryOpen(market, account, { margin })).toBe(refusal);
    expect(await tryPlace(market, account, { margin })).toBe(refusal);
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), version: 1n });
  });

  it.each([0, -1, 1.5, 11, Number.NaN, Number.POSITIVE_INFINITY])('refuses a leverage of %s', async (leverage) => {
    const { market, account } = await tradingMarket();
    expect(await tryOpen(market, account, { leverage })).toBe('invalid_leverage');
    expect(await tryPlace(market, account, { leverage })).toBe('invalid_leverage');
  });

  it('refuses unknown symbols and accounts, and symbols without a price', async () => {
    const { market, account } = await tradingMarket();
    expect(await tryOpen(market, account, { symbol: 'NOUSDT' })).toBe('unknown_symbol');
    expect(await tryOpen(market, 999n, {})).toBe('not_found');
    expect(await tryOpen(market, account, { symbol: ETH })).toBe('price_unavailable');
    expect(await tryPlace(market, account, { symbol: ETH })).toBe('price_unavailable');
  });

  it('refuses triggers that are no prices or on the wrong side', async () => {
    const { market, account } = await tradingMarket();
    expect(await tryOpen(market, account, { takeProfit: 0n })).toBe('invalid_price');
    expect(await tryOpen(market, account, { stopLoss: -1n })).toBe('invalid_price');
    expect(await tryOpen(market, account, { takeProfit: 10n ** 30n })).toBe('invalid_price');
    expect(await tryOpen(market, account, { takeProfit: price('100') })).toBe('take_profit_wrong_side');
    expect(await tryOpen(market, account, { stopLoss: price('101') })).toBe('stop_loss_wrong_side');
    expect(await tryOpen(market, account, { side: 'short', stopLoss: price('99') })).toBe('stop_loss_wrong_side');
  });

  it('E2 refuses a stop loss that the liquidation comes before', async () => {
    const { market, account } = await tradingMarket();
    // A 10x long at 100 is liquidated at 90.45226130, a short at 109.45273632.
    expect(await tryOpen(market, account, { stopLoss: price('90.4522613') })).toBe('stop_loss_beyond_liquidation');
    expect(await tryOpen(market, account, { side: 'short', stopLoss: price('110') })).toBe(
      'stop_loss_beyond_liquidation',
    );
    expect(await tryOpen(market, account, { leverage: 1, stopLoss: price('1') })).toBe('ok');
    const limit = { limitPrice: price('50'), stopLoss: price('45') };
    expect(await tryPlace(market, account, limit)).toBe('stop_loss_beyond_liquidation');
    expect(await tryPlace(market, account, { ...limit, stopLoss: price('46') })).toBe('ok');
    // Better than its limit, it fills at once at the market's price.
    expect(await tryPlace(market, account, { limitPrice: price('200'), stopLoss: price('95') })).toBe('ok');
    const position = await market.open(account, { stopLoss: price('91') });
    const set = { type: 'setTriggers', accountId: account, positionId: position.id, takeProfit: null } as const;
    expect(code(await market.submit({ ...set, stopLoss: price('90') }))).toBe('stop_loss_beyond_liquidation');
  });

  it('E1 moves margin and fee, names its price record and takes everything that is there', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n } });
    const margin = usdt('990.099009');
    const position = await market.open(account, { margin });
    expect(position).toMatchObject({
      notional: margin * 10n,
      entryPrice: price('100'),
      openFee: usdt('9.900991'),
      entryRecord: { seq: 1n, symbol: BTC, price: price('100') },
    });
    expect(market.account(account)).toMatchObject({
      available: 0n,
      margin,
      realisedPnl: usdt('-9.900991'),
      version: 2n,
    });
    expect(await tryOpen(market, account, { margin: usdt('1') })).toBe('insufficient_funds');
  });

  it('refuses more than 200 open positions and orders, and accepts again when one is gone', async () => {
    const { market, account } = await tradingMarket();
    const what = { margin: usdt('1') };
    const order = await market.place(account, '95', what);
    for (let n = 0; n < 199; n++) await market.open(account, what);
    expect(await tryOpen(market, account, what)).toBe('too_many_positions');
    expect(await tryPlace(market, account, what)).toBe('too_many_positions');
    await market.submit({ type: 'cancelOrder', accountId: account, orderId: order.id });
    expect(await tryOpen(market, account, what)).toBe('ok');
  });
});

describe('entering a market', () => {
  it('L3 gives the starting balance once', async () => {
    const { market, account } = await tradingMarket();
    expect(await market.enter(1n)).toBe(account);
    expect(await market.enter(2n)).not.toBe(account);
    expect(market.account(account).available).toBe(usdt('1000'));
  });
});

describe('limit orders', () => {
  it('E1 reserve margin and fee, give them back when cancelled and nothing more', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n, makerFee: 1_000n } });
    const order = await market.place(account, '95');
    expect(order).toMatchObject({ reserved: usdt('101'), status: 'open' });
    expect(market.account(account)).toMatchObject({ available: usdt('899'), orders: usdt('101') });
    const cancel: UserCommand = { type: 'cancelOrder', accountId: account, orderId: order.id };
    expect(await market.submit(cancel)).toMatchObject({ ok: true, result: { order: { status: 'cancelled' } } });
    expect(code(await market.submit(cancel))).toBe('order_closed');
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), orders: 0n, realisedPnl: 0n });
  });

  it('E1 pay margin and fee out of what they reserved when they fill', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 1_000n, makerFee: 1_000n } });
    const order = await market.place(account, '95', { takeProfit: price('96'), stopLoss: price('92') });
    await market.tick(BTC, '94.5');
    expect([...market.store.positions.values()]).toMatchObject([
      {
        entryPrice: price('94.5'),
        margin: usdt('100'),
        openFee: usdt('1'),
        takeProfit: price('96'),
        stopLoss: price('92'),
      },
    ]);
    expect(market.account(account)).toMatchObject({
      available: usdt('899'),
      orders: 0n,
      margin: usdt('100'),
      realisedPnl: usdt('-1'),
    });
    expect(code(await market.submit({ type: 'cancelOrder', accountId: account, orderId: order.id }))).toBe(
      'order_closed',
    );
  });

  it('compare their triggers with their own price, which may not be absurd', async () => {
    const { market, account } = await tradingMarket();
    expect(await tryPlace(market, account, { takeProfit: price('94') })).toBe('take_profit_wrong_side');
    expect(await tryPlace(market, account, { takeProfit: price('96') })).toBe('ok');
    expect(await tryPlace(market, account, { limitPrice: 0n })).toBe('invalid_price');
    expect(await tryPlace(market, account, { limitPrice: 10n ** 30n })).toBe('invalid_price');
    expect(await tryPlace(market, account, { limitPrice: price('9.99') })).toBe('limit_price_too_far');
    expect(await tryPlace(market, account, { limitPrice: price('1000.1') })).toBe('limit_price_too_far');
  });

  it("somebody else's order is as unknown as one that never was", async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    const { id: orderId } = await market.place(account, '95');
    expect(code(await market.submit({ type: 'cancelOrder', accountId: other, orderId }))).toBe('order_not_found');
    expect(code(await market.submit({ type: 'cancelOrder', accountId: other, orderId: 999n }))).toBe('order_not_found');
  });
});

describe('closing a position', () => {
  it('E7 books PnL and fees, to the last unit, over any number of parts', async () => {
    const { market, account } = await tradingMarket({ rules: { takerFee: 777n } });
    const position = await market.open(account, { margin: 33_333_333n, leverage: 7 });
    await market.tick(BTC, '103.3');
    for (const portion of [3_333n, 1n, 5_000n, 9_999n, 10_000n]) await market.close(position, portion);
    const sum = market.trades.reduce((total, { pnl, fee }) => total + pnl - fee, 0n);
    expect(market.trades.length).toBe(5);
    expect(market.account(account)).toMatchObject({ available: usdt('1000') + sum, margin: 0n, realisedPnl: sum });
    expect(market.trades.reduce((total, { margin }) => total + margin, 0n)).toBe(position.margin);
  });

  it('E3 keeps what is left under the same price, levels and leverage', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account, { takeProfit: price('110'), stopLoss: price('95') });
    await market.close(position, 2_500n);
    expect(market.store.positions.get(position.id)).toEqual({ ...position, margin: usdt('75'), notional: usdt('750') });
    await market.tick(BTC, '95');
    expect(market.trades.map(({ margin, reason }) => [margin, reason])).toEqual([
      [usdt('25'), 'user'],
      [usdt('75'), 'stopLoss'],
    ]);
  });

  it.each([0n, -1n, 10_001n])('E3 refuses the portion %s', async (portion) => {
    const { market, account } = await tradingMarket();
    expect(code(await market.close(await market.open(account), portion))).toBe('invalid_portion');
  });

  it("somebody else's position is as unknown as one that never was", async () => {
    const { market, account } = await tradingMarket();
    const other = await market.enter(2n);
    const position = await market.open(account);
    expect(code(await market.close({ ...position, accountId: other }))).toBe('position_not_found');
    expect(code(await market.close({ ...position, accountId: other, id: 999n }))).toBe('position_not_found');
    await market.close(position);
    expect(code(await market.close({ ...position, accountId: other }))).toBe('position_not_found');
    expect(code(await market.close(position))).toBe('position_closed');
  });
});

describe('setting triggers', () => {
  it('needs a price to set them and none to remove them', async () => {
    const { market, account } = await tradingMarket();
    const { id: positionId } = await market.open(account, { stopLoss: price('95') });
    market.clock.advance(10_001);
    const set = (stopLoss: bigint | null): Promise<Outcome> =>
      market.submit({ type: 'setTriggers', accountId: account, positionId, takeProfit: null, stopLoss });
    expect(code(await set(price('96')))).toBe('price_unavailable');
    expect(await set(null)).toMatchObject({ ok: true, result: { position: { stopLoss: null } } });
    expect(market.account(account).version).toBe(3n);
  });

  it('keeps the first stop loss of a position, whatever becomes of the level', async () => {
    const { market, account } = await tradingMarket();
    const [early, late] = [await market.open(account, { stopLoss: price('95') }), await market.open(account)];
    const set = (positionId: bigint, stopLoss: string | null): Promise<Outcome> =>
      market.submit({
        ...{ type: 'setTriggers', accountId: account, positionId, takeProfit: null },
        stopLoss: stopLoss === null ? null : price(stopLoss),
      });
    await set(early.id, '99');
    await set(early.id, null);
    await set(late.id, '97');
    await set(late.id, '98');
    const after = await TestMarket.restarted(market);
    await after.tick(BTC, '100');
    await after.close(early);
    await after.close(late);
    expect(after.trades.map(({ stopLoss, initialStopLoss }) => [stopLoss, initialStopLoss])).toEqual([
      [null, price('95')],
      [price('98'), price('97')],
    ]);
  });

  it('leaves a stop loss alone that was once accepted beyond the liquidation', async () => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account);
    market.store.positions.set(position.id, { ...position, stopLoss: price('80') });
    const after = await TestMarket.restarted(market);
    await after.tick(BTC, '100');
    const set = async (stopLoss: string): Promise<string> =>
      code(
        await after.submit({
          ...{ type: 'setTriggers', accountId: account, positionId: position.id, takeProfit: price('110') },
          stopLoss: price(stopLoss),
        }),
      );
    expect(await set('80')).toBe('ok');
    expect(await set('79')).toBe('stop_loss_beyond_liquidation');
  });
});
