import { describe, expect, it } from 'vitest';
import { BTC, ETH, ORDER, price, tradingMarket, TestMarket, usdt } from '../../test/test-market.ts';
import type { OrderState } from '../commands/batch.ts';
import type { Command, EntryOrder, Outcome } from '../commands/command.ts';

type Wanted = Partial<EntryOrder>;

async function orderOf(market: TestMarket, command: Command): Promise<OrderState> {
  const outcome = await market.submit(command);
  if (!outcome.ok || outcome.result.type !== 'order') throw new Error(`refused: ${outcome.ok ? '' : outcome.code}`);
  return outcome.result.order;
}
const place = (market: TestMarket, accountId: bigint, what: Wanted): Promise<OrderState> =>
  orderOf(market, { type: 'placeOrder', accountId, ...ORDER, ...what });
const code = (outcome: Outcome): string => (outcome.ok ? 'ok' : outcome.code);
const entries = (market: TestMarket): bigint[] => [...market.store.positions.values()].map((p) => p.entryPrice);
const statuses = (market: TestMarket): [bigint, string][] =>
  market.batches.flatMap(({ endedOrders }) => endedOrders.map(({ id, status }): [bigint, string] => [id, status]));

const stop = (at: string, what: Wanted = {}): Wanted => ({ kind: 'stopMarket', stopPrice: price(at), ...what });
const percent = (value: bigint) => ({ unit: 'percent' as const, value });

describe('stop orders', () => {
  it('E2 are filled when the price gets there, at the price that does', async () => {
    const { market, account } = await tradingMarket();
    await place(market, account, stop('102'));
    await place(market, account, stop('98', { side: 'short' }));
    await market.tick(BTC, '101.99999999');
    expect(entries(market)).toEqual([]);
    await market.tick(BTC, '104');
    expect(entries(market)).toEqual([price('104')]);
    await market.tick(BTC, '98');
    expect(entries(market)).toEqual([price('104'), price('98')]);
  });

  it('E2 are refused where they would fire at once, and with prices of another kind', async () => {
    const { market, account } = await tradingMarket();
    const ask = async (what: Wanted): Promise<string> =>
      code(await market.submit({ type: 'placeOrder', accountId: account, ...ORDER, ...what }));
    expect(await ask(stop('100'))).toBe('stop_price_wrong_side');
    expect(await ask(stop('100', { side: 'short' }))).toBe('stop_price_wrong_side');
    expect(await ask(stop('101', { limitPrice: price('100') }))).toBe('invalid_order_kind');
    expect(await ask({})).toBe('invalid_order_kind');
    expect(await ask({ kind: 'trailingStop', callback: percent(9n) })).toBe('invalid_trailing');
    expect(await ask(stop('101', { expiresAt: market.clock.now() }))).toBe('expiry_in_the_past');
    expect(await ask(stop('1001'))).toBe('limit_price_too_far');
    expect(market.account(account).orders).toBe(0n);
  });

  it('E2 a stop limit becomes a limit order at its stop, and over a restart stays one', async () => {
    const { market, account } = await tradingMarket();
    const terms = { kind: 'stopLimit' as const, stopPrice: price('105'), limitPrice: price('103') };
    const { id } = await place(market, account, terms);
    await market.tick(BTC, '102');
    expect(entries(market)).toEqual([]);
    await market.tick(BTC, '106');
    expect(market.store.orders.get(id)?.activatedAt).toBe(market.clock.now());
    const next = await TestMarket.restarted(market);
    await next.tick(BTC, '104');
    expect(entries(next)).toEqual([]);
    await next.tick(BTC, '102.5');
    expect(entries(next)).toEqual([price('102.5')]);
  });

  it('E2 a stop limit is filled at once by a price that is at its stop and within its limit', async () => {
    const { market, account } = await tradingMarket();
    await place(market, account, { kind: 'stopLimit', stopPrice: price('103'), limitPrice: price('106') });
    await market.tick(BTC, '105');
    expect(entries(market)).toEqual([price('105')]);
  });

  it('E8 a tick that comes before the activation is written finds the limit', async () => {
    const { market, account } = await tradingMarket();
    await place(market, account, { kind: 'stopLimit', stopPrice: price('105'), limitPrice: price('103') });
    market.weather.slow = true;
    const other = market.open(account, { symbol: BTC });
    await market.idle();
    await market.tick(BTC, '106');
    await market.tick(BTC, '103');
    await market.tick(BTC, '120');
    market.weather.slow = false;
    market.journal.release();
    await other;
    await market.idle();
    expect(entries(market)).toEqual([price('100'), price('103')]);
  });

  it('E2 a trailing order follows the lowest price and buys when it has risen by the callback', async () => {
    const { market, account } = await tradingMarket();
    await place(market, account, { kind: 'trailingStop', callback: percent(200n) });
    for (const at of ['99', '95', '96.8']) await market.tick(BTC, at);
    expect(entries(market)).toEqual([]);
    await market.tick(BTC, '96.9');
    expect(entries(market)).toEqual([price('96.9')]);
  });
});

describe('what an order has opened', () => {
  const ends = (market: TestMarket) =>
    market.trades.map(({ reason, exitRecord, extremes }) => [
      reason,
      exitRecord.price,
      extremes?.best,
      extremes?.worst,
    ]);

  /** Lets prices come while a batch is being written: the order is reached by one of them, and filled after all of them. */
  async function passing(market: TestMarket, account: bigint, ...prices: string[]): Promise<void> {
    market.weather.slow = true;
    const writing = market.open(account, { margin: usdt('1'), leverage: 1 });
    await market.idle();
    for (const at of prices) await market.tick(BTC, at);
    market.weather.slow = false;
    market.journal.release();
    await writing;
    await market.idle();
  }

  it.each([
    {
      ...{ reason: 'stopLoss', prices: ['103', '99', '98', '104'], wanted: stop('102', { stopLoss: price('99') }) },
      ended: ['99', '103', '99'],
    },
    {
      ...{ reason: 'takeProfit', prices: ['103', '101', '111', '104'] },
      ...{ wanted: stop('102', { takeProfit: price('110') }), ended: ['111', '111', '101'] },
    },
    { reason: 'liquidation', prices: ['103', '104', '92', '104'], wanted: stop('102'), ended: ['92', '104', '92'] },
    {
      ...{ reason: 'trailingStop', prices: ['103', '110', '107', '111'] },
      ...{ wanted: stop('102', { trailing: percent(200n) }), ended: ['107', '110', '103'] },
    },
    {
      ...{ reason: 'stopLoss', prices: ['97', '101', '95'] },
      ...{ wanted: stop('98', { side: 'short', stopLoss: price('100') }), ended: ['101', '97', '101'] },
    },
  ])('E5 E8 meets what has passed since, also before it was written: $reason', async (each) => {
    const { market, account } = await tradingMarket();
    await place(market, account, each.wanted);
    await passing(market, account, ...each.prices);
    expect(ends(market)).toEqual([[each.reason, ...each.ended.map(price)]]);
    expect(market.store.positions.size).toBe(1);
  });

  it('E5 meets it at what closing gets, where there is a spread', async () => {
    const { market, account } = await tradingMarket({ rules: { spreads: new Map([[BTC, 20_000n]]) } });
    await place(market, account, stop('102', { stopLoss: price('99') }));
    await passing(market, account, '103', '99.5', '104');
    expect(ends(market)).toEqual([['stopLoss', price('98.505'), price('104.03'), price('98.505')]]);
  });

  it('E5 L7 meets it also when it was not known whether it was written', async () => {
    const { market, account } = await tradingMarket();
    await place(market, account, stop('102', { stopLoss: price('99') }));
    market.weather.fates = ['committed', 'unknown'];
    await passing(market, account, '103', '98', '104');
    expect(market.trades).toEqual([]);
    await market.tick(BTC, '105');
    expect(ends(market)).toEqual([['stopLoss', price('98'), price('103'), price('98')]]);
  });

  it('E2 E5 meets it also when the market ends before it is written', async () => {
    const { market, account } = await tradingMarket();
    await place(market, account, stop('102', { stopLoss: price('99') }));
    market.weather.slow = true;
    void market.open(account);
    await market.idle();
    for (const at of ['103', '98', '104']) await market.tick(BTC, at);
    market.feed.end();
    await market.idle();
    market.weather.slow = false;
    market.journal.release();
    await market.host.ended;
    expect(market.trades.map(({ reason, exitPrice }) => [reason, exitPrice])).toEqual([
      ['marketEnd', price('104')],
      ['stopLoss', price('98')],
    ]);
  });

  it('E2 meets nothing that came before its price, nor anything twice', async () => {
    const { market, account } = await tradingMarket();
    await place(market, account, stop('102', { stopLoss: price('99') }));
    await passing(market, account, '98', '103', '100', '104');
    expect(ends(market)).toEqual([]);
    await passing(market, account, '98');
    await market.tick(BTC, '97');
    expect(ends(market)).toEqual([['stopLoss', price('98'), price('104'), price('98')]]);
  });
});

describe('expiry', () => {
  it('E2 ends an order at its time by the clock, without any price', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await place(market, account, stop('102', { expiresAt: market.clock.now() + 5_000 }));
    market.clock.advance(4_000);
    await market.idle();
    expect(market.store.orders.has(id)).toBe(true);
    market.clock.advance(2_000);
    await market.idle();
    expect(statuses(market)).toEqual([[id, 'expired']]);
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), orders: 0n });
  });

  it('E2 a price of that time or later no longer fills it, one before does', async () => {
    const { market, account } = await tradingMarket();
    const expiresAt = market.clock.now() + 500;
    const late = await place(market, account, stop('102', { expiresAt }));
    const early = await place(market, account, stop('101', { expiresAt }));
    await market.tick(BTC, '101', 499);
    await market.tick(BTC, '110', 1);
    expect(statuses(market)).toEqual([
      [early.id, 'filled'],
      [late.id, 'expired'],
    ]);
  });

  it('E2 outlasts a restart', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await place(market, account, stop('102', { expiresAt: market.clock.now() + 60_000 }));
    const next = await TestMarket.restarted(market);
    next.clock.advance(61_000);
    await next.idle();
    expect(statuses(next)).toEqual([[id, 'expired']]);
  });
});

describe('OCO pairs', () => {
  const pair = (first: Wanted, second: Wanted) => ({ first: { ...ORDER, ...first }, second: { ...ORDER, ...second } });
  const limitAndStop = pair({ limitPrice: price('95'), margin: usdt('50') }, stop('105', { margin: usdt('80') }));

  it('E1 set aside what the larger one needs', async () => {
    const { market, account } = await tradingMarket();
    await market.submit({ type: 'placePair', accountId: account, ...limitAndStop });
    expect(market.account(account)).toMatchObject({ available: usdt('920'), orders: usdt('80') });
  });

  it.each([
    ['the one that has set the money aside', '105', '80'],
    ['the other one', '95', '50'],
  ])('E1 E2 %s fills, and the pair is over', async (_which, at, margin) => {
    const { market, account } = await tradingMarket();
    await market.submit({ type: 'placePair', accountId: account, ...limitAndStop });
    await market.tick(BTC, at);
    expect(market.account(account)).toMatchObject({ available: usdt('1000') - usdt(margin), orders: 0n });
    expect(
      statuses(market)
        .map(([, status]) => status)
        .toSorted(),
    ).toEqual(['cancelled', 'filled']);
    await market.tick(BTC, '100');
    await market.tick(BTC, at === '95' ? '105' : '95');
    expect(market.store.positions.size).toBe(1);
  });

  it('E2 one tick that reaches both fills one of them', async () => {
    const { market, account } = await tradingMarket();
    await market.submit({ type: 'placePair', accountId: account, ...pair(stop('102'), stop('103')) });
    await market.tick(BTC, '104');
    expect(entries(market)).toEqual([price('104')]);
    expect(market.account(account)).toMatchObject({ available: usdt('900'), orders: 0n });
  });

  it.each(['cancelled', 'expired'])('E2 one that is %s takes the other with it', async (how) => {
    const { market, account } = await tradingMarket();
    const wanted = pair({ limitPrice: price('95'), expiresAt: market.clock.now() + 3_000 }, stop('105'));
    const outcome = await market.submit({ type: 'placePair', accountId: account, ...wanted });
    if (!outcome.ok || outcome.result.type !== 'orders') throw new Error('no pair');
    const [orderId = 0n] = outcome.result.orders.map(({ id }) => id);
    if (how === 'cancelled') await market.submit({ type: 'cancelOrder', accountId: account, orderId });
    else market.clock.advance(4_000);
    await market.idle();
    expect(market.store.orders.size).toBe(0);
    expect(market.account(account)).toMatchObject({ available: usdt('1000'), orders: 0n });
  });

  it('E1 an amendment of the smaller one moves the reserve when that becomes the larger', async () => {
    const { market, account } = await tradingMarket();
    const outcome = await market.submit({ type: 'placePair', accountId: account, ...limitAndStop });
    if (!outcome.ok || outcome.result.type !== 'orders') throw new Error('no pair');
    const [orderId = 0n, other = 0n] = outcome.result.orders.map(({ id }) => id);
    await market.submit({ type: 'amendOrder', accountId: account, orderId, margin: usdt('90') });
    expect(market.account(account)).toMatchObject({ available: usdt('910'), orders: usdt('90') });
    expect([orderId, other].map((id) => market.store.orders.get(id)?.reserved)).toEqual([usdt('90'), 0n]);
  });

  it('E2 a stop limit that is about to become a limit order does not fill beyond its limit, whatever is asked of the other', async () => {
    const { market, account } = await tradingMarket();
    // So much fires before it that a batch is full.
    for (const id of [account, await market.enter(2n)]) {
      for (let n = 0; n < 130; n++) await place(market, id, stop('105', { margin: usdt('1'), leverage: 1 }));
    }
    const stopLimit = stop('105', { kind: 'stopLimit', limitPrice: price('103'), margin: usdt('80') });
    const wanted = pair({ limitPrice: price('95'), margin: usdt('50') }, stopLimit);
    const outcome = await market.submit({ type: 'placePair', accountId: account, ...wanted });
    if (!outcome.ok || outcome.result.type !== 'orders') throw new Error('no pair');
    const [orderId = 0n, other = 0n] = outcome.result.orders.map(({ id }) => id);
    market.weather.slow = true;
    const opened = market.open(account, { margin: usdt('1') });
    await market.idle();
    await market.tick(BTC, '106');
    const asked = market.submit({ type: 'amendOrder', accountId: account, orderId, margin: usdt('90') });
    market.journal.release();
    await opened;
    await market.idle();
    await market.tick(BTC, '107');
    market.weather.slow = false;
    market.journal.release();
    expect(code(await asked)).toBe('order_busy');
    await market.idle();
    expect(entries(market)).not.toContain(price('107'));
    expect(market.store.orders.get(other)?.activatedAt).not.toBeNull();
    await market.tick(BTC, '102');
    expect(entries(market)).toContain(price('102'));
    expect(market.store.orders.size).toBe(0);
  });

  it('are of one pair of currencies', async () => {
    const { market, account } = await tradingMarket();
    await market.tick(ETH, '100');
    const wanted = pair({ limitPrice: price('95') }, stop('105', { symbol: ETH }));
    expect(code(await market.submit({ type: 'placePair', accountId: account, ...wanted }))).toBe('oco_symbols');
  });
});

describe('reduce-only orders', () => {
  const reduce = (market: TestMarket, accountId: bigint, positionId: bigint, portion: bigint, what: Wanted) =>
    orderOf(market, { type: 'reduceOrder', accountId, positionId, portion, ...what });

  it('E3 close a part of what is left, and the last one what remains', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account);
    await reduce(market, account, id, 5_000n, { limitPrice: price('102') });
    await reduce(market, account, id, 10_000n, stop('99'));
    expect(market.account(account).orders).toBe(0n);
    await market.tick(BTC, '103');
    await market.tick(BTC, '98');
    expect(market.trades.map(({ reason, margin, exitPrice }) => [reason, margin, exitPrice])).toEqual([
      ['order', usdt('50'), price('103')],
      ['order', usdt('50'), price('98')],
    ]);
    expect(market.store.positions.size).toBe(0);
  });

  it('E2 E3 two that fire at one tick close one after the other, and never more than there is', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account);
    for (const portion of [5_000n, 10_000n, 10_000n]) await reduce(market, account, id, portion, stop('99'));
    await market.tick(BTC, '98');
    expect(market.trades.map(({ margin }) => margin)).toEqual([usdt('50'), usdt('50')]);
    expect(statuses(market).map(([, status]) => status)).toEqual(['filled', 'filled', 'cancelled']);
  });

  it('E2 end with their position, in the same batch, and come after its own levels', async () => {
    const { market, account } = await tradingMarket();
    const { id } = await market.open(account, { stopLoss: price('97') });
    await reduce(market, account, id, 5_000n, stop('97'));
    await market.tick(BTC, '96');
    expect(market.trades.map(({ reason, margin }) => [reason, margin])).toEqual([['stopLoss', usdt('100')]]);
    const last = market.batches.at(-1);
    expect([last?.closedPositions.length, last?.endedOrders.map(({ status }) => status)]).toEqual([1, ['cancelled']]);
  });

  it.each([
    ['by nobody', '98', 'position_busy', [['order', usdt('50'), price('98')]]],
    [
      'but by its own levels',
      '95',
      'position_closed',
      [
        ['order', usdt('50'), price('98')],
        ['stopLoss', usdt('50'), price('95')],
      ],
    ],
  ])('E2 a position whose part is about to be closed can be touched %s', async (_who, then, refusal, closed) => {
    const { market, account } = await tradingMarket();
    const position = await market.open(account, { stopLoss: price('96') });
    await reduce(market, account, position.id, 5_000n, stop('99'));
    market.weather.slow = true;
    const other = market.open(account, { side: 'short' });
    await market.idle();
    await market.tick(BTC, '98');
    const asked = market.close(position);
    await market.tick(BTC, then);
    market.weather.slow = false;
    market.journal.release();
    await other;
    expect(code(await asked)).toBe(refusal);
    await market.idle();
    expect(market.trades.map(({ reason, margin, exitPrice }) => [reason, margin, exitPrice])).toEqual(closed);
  });
});

describe('amending', () => {
  it('E1 moves a resting order and what is set aside for it', async () => {
    const { market, account } = await tradingMarket();
    const { id: orderId } = await place(market, account, { limitPrice: price('95') });
    const amended = await orderOf(market, {
      ...{ type: 'amendOrder', accountId: account, orderId, margin: usdt('150'), limitPrice: price('97') },
    });
    expect(amended).toMatchObject({ id: orderId, margin: usdt('150'), limitPrice: price('97') });
    expect(market.account(account)).toMatchObject({ available: usdt('850'), orders: usdt('150') });
    await market.tick(BTC, '97');
    expect(entries(market)).toEqual([price('97')]);
  });

  it('E2 refuses what the order does not have, what would fire at once and what is not affordable', async () => {
    const { market, account } = await tradingMarket();
    const { id: orderId } = await place(market, account, stop('105'));
    const amend = async (what: Partial<Command>): Promise<string> =>
      code(await market.submit({ type: 'amendOrder', accountId: account, orderId, ...what } as Command));
    expect(await amend({ limitPrice: price('97') })).toBe('invalid_order_kind');
    expect(await amend({ stopPrice: price('99') })).toBe('stop_price_wrong_side');
    expect(await amend({ margin: usdt('1001') })).toBe('insufficient_funds');
    expect(await amend({ stopLoss: price('106') })).toBe('stop_loss_wrong_side');
    expect(await amend({ expiresAt: 1 })).toBe('expiry_in_the_past');
    expect(market.store.orders.get(orderId)?.stopPrice).toBe(price('105'));
  });

  it('E8 keeps the lowest price of an order that follows it, unless its callback is another', async () => {
    const { market, account } = await tradingMarket();
    const { id: orderId } = await place(market, account, { kind: 'trailingStop', callback: percent(500n) });
    await market.tick(BTC, '90');
    await market.tick(BTC, '92');
    const amend = (what: Partial<Command>) =>
      orderOf(market, { type: 'amendOrder', accountId: account, orderId, ...what } as Command);
    expect((await amend({ margin: usdt('50') })).callback?.peak.price).toBe(price('90'));
    expect((await amend({ callback: percent(500n) })).callback?.peak.price).toBe(price('90'));
    expect((await amend({ callback: percent(300n) })).callback?.peak.price).toBe(price('92'));
    await market.tick(BTC, '94.76');
    expect(entries(market)).toEqual([price('94.76')]);
  });
});
