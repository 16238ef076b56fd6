import {
  balance,
  ERRORS,
  order,
  orderList,
  position,
  positionList,
  trade,
  tradeList,
  type ErrorCode,
} from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { namedKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { until, useServer, type Answer, type Person } from '../../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);

const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect(body).toMatchObject({ code, error: ERRORS[code].text });
  expect(status).toBe(ERRORS[code].status);
}

async function open(person: Person, what: object = {}): Promise<string> {
  const { status, body } = await person.post('/trading/positions', { ...LONG, ...what });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return position.parse(body).id;
}

async function available(person: Person): Promise<string> {
  return balance.parse((await person.get('/trading/balance')).body).available;
}

describe('opening', () => {
  it('takes the price of the server and reserves the margin', async () => {
    const person = await server.register();
    const { status, body } = await person.post('/trading/positions', { ...LONG, takeProfit: '120', stopLoss: '95' });
    expect(status).toBe(200);
    const { entryRecord, openTime, id, ...opened } = position.parse(body);
    expect(opened).toEqual({
      ...{ entries: [{ amount: '100', held: '0', price: '100', record: entryRecord, maker: false }], funding: '0' },
      market: 'main',
      symbol: 'BTCUSDT',
      type: 'long',
      amount: '100',
      leverage: 10,
      size: '1000',
      entryPrice: '100',
      currentPrice: '100',
      liquidationPrice: '90.4522613',
      ...{ takeProfit: '120', stopLoss: '95', initialStopLoss: '95', trailing: null },
      pnl: '0',
      pnlPercent: '0',
    });
    expect(entryRecord.price).toBe('100');
    expect(openTime).toBeGreaterThanOrEqual(Math.floor(entryRecord.time / 1000));
    expect((await person.get('/trading/balance')).body).toEqual({
      market: 'main',
      season: 1,
      attempt: null,
      total: '1000',
      available: '900',
      inPositions: '100',
      inOrders: '0',
      locked: '0',
      equity: '1000',
      pnl: '0',
      totalPnL: '0',
      pnlPercent: '0',
    });
    expect(positionList.parse((await person.get('/trading/positions')).body).items.map((each) => each.id)).toEqual([
      id,
    ]);
  });

  it('shows what a position is worth now', async () => {
    const person = await server.register();
    await open(person);
    await open(person, { type: 'short', amount: '50', leverage: 2 });
    server.feed.tick('BTCUSDT', '101.5');
    const { label, market, items } = positionList.parse((await person.get('/trading/positions')).body);
    expect({ label, market }).toEqual({ label: 'Синтетический рынок', market: 'main' });
    expect(items.map(({ currentPrice, pnl, pnlPercent }) => [currentPrice, pnl, pnlPercent])).toEqual([
      ['101.5', '15', '15'],
      ['101.5', '-1.5', '-3'],
    ]);
    expect((await person.get('/trading/balance')).body).toMatchObject({
      total: '1000',
      equity: '1013.5',
      pnl: '13.5',
      totalPnL: '13.5',
      pnlPercent: '1.33',
    });
  });

  const amounts: [unknown, ErrorCode][] = [
    ['', 'invalid_amount'],
    ['0', 'invalid_amount'],
    ['-10', 'invalid_amount'],
    ['10,5', 'invalid_amount'],
    ['1e3', 'invalid_amount'],
    ['NaN', 'invalid_amount'],
    ['Infinity', 'invalid_amount'],
    ['9'.repeat(40), 'invalid_amount'],
    ['1'.repeat(70), 'invalid_amount'],
    ['0.0000001', 'invalid_amount'],
    [' 10', 'invalid_amount'],
    ['0x10', 'invalid_amount'],
    [10, 'invalid_amount'],
    [null, 'invalid_amount'],
    [{}, 'invalid_amount'],
    ['0.5', 'amount_too_small'],
    ['0.999999', 'amount_too_small'],
    ['100000000.000001', 'amount_too_large'],
    ['1000.000001', 'insufficient_funds'],
  ];
  it.each(amounts)('of the amount %j is refused: %s', async (amount, code) => {
    const person = await server.register();
    expectProblem(await person.post('/trading/positions', { ...LONG, amount }), code);
    expect(await available(person)).toBe('1000');
  });

  it.each([0, 1.5, 11, -1, '10', null, 1e308, [10]])('with the leverage %j is refused', async (leverage) => {
    const person = await server.register();
    expectProblem(await person.post('/trading/positions', { ...LONG, leverage }), 'invalid_leverage');
  });

  it.each<[string, object, ErrorCode]>([
    ['an unknown pair', { symbol: 'XXXUSDT' }, 'unknown_symbol'],
    ['no pair', { symbol: '' }, 'unknown_symbol'],
    ['a long take profit below the price', { takeProfit: '99' }, 'take_profit_wrong_side'],
    ['a take profit on the price', { takeProfit: '100' }, 'take_profit_wrong_side'],
    ['a long stop loss above the price', { stopLoss: '101' }, 'stop_loss_wrong_side'],
    ['a short stop loss below the price', { type: 'short', stopLoss: '99' }, 'stop_loss_wrong_side'],
    ['a stop loss that the liquidation comes before', { leverage: 10, stopLoss: '90' }, 'stop_loss_beyond_liquidation'],
    ['a take profit with a comma', { takeProfit: '120,5' }, 'invalid_price'],
    ['a negative stop loss', { stopLoss: '-1' }, 'invalid_price'],
    ['a stop loss of zero', { stopLoss: '0' }, 'invalid_price'],
    ['a take profit that is a number', { takeProfit: 120 }, 'invalid_price'],
    ['a take profit finer than prices are', { takeProfit: '120.000000001' }, 'invalid_price'],
    ['a side of its own', { type: 'both' }, 'invalid_request'],
    ['a price of its own', { entryPrice: '1' }, 'invalid_request'],
  ])('with %s is refused', async (_name, what, code) => {
    const person = await server.register();
    expectProblem(await person.post('/trading/positions', { ...LONG, ...what }), code);
    expect(positionList.parse((await person.get('/trading/positions')).body).items).toEqual([]);
  });

  it('is refused as JSON that is none', async () => {
    const person = await server.register();
    for (const body of ['{"amount":NaN}', '{', '', 'null', '[]', '"x"']) {
      expectProblem(await person.post('/trading/positions', body), 'invalid_request');
    }
  });

  it('E5 is refused on a market that does not exist', async () => {
    const person = await server.register();
    expectProblem(await person.post('/trading/positions?market=elsewhere', LONG), 'unknown_market');
    expectProblem(await person.post('/trading/positions?market=../etc', LONG), 'invalid_request');
  });

  it('from two tabs spends the money once', async () => {
    const person = await server.register();
    const answers = await Promise.all(
      [1, 2, 3].map(() => person.post('/trading/positions', { ...LONG, amount: '600' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await available(person)).toBe('400');
  });
});

describe('a repeated key', () => {
  const key = (value: string): { headers: Record<string, string> } => ({
    headers: { 'idempotency-key': namedKey(value) },
  });

  it('L6 has one effect and one answer, one after the other or at once', async () => {
    const person = await server.register();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => person.post('/trading/positions', LONG, key('a'))),
    );
    answers.push(await person.post('/trading/positions', LONG, key('a')));
    for (const { status, body } of answers) expect([status, body['id']]).toEqual([200, answers[0]?.body['id']]);
    expect(await available(person)).toBe('900');
  });

  it('L6 with another body is refused', async () => {
    const person = await server.register();
    await person.post('/trading/positions', LONG, key('a'));
    expectProblem(
      await person.post('/trading/positions', { ...LONG, amount: '101' }, key('a')),
      'idempotency_conflict',
    );
    expect(await available(person)).toBe('900');
  });

  it('L6 repeats a failure, even when it would succeed now', async () => {
    const person = await server.register();
    const id = await open(person, { amount: '600' });
    expectProblem(await person.post('/trading/positions', { ...LONG, amount: '600' }, key('a')), 'insufficient_funds');
    await person.delete(`/trading/positions/${id}`);
    expectProblem(await person.post('/trading/positions', { ...LONG, amount: '600' }, key('a')), 'insufficient_funds');
  });

  it('L6 belongs to its user and its action', async () => {
    const [first, second] = [await server.register(), await server.register()];
    const answers = [
      await first.post('/trading/positions', LONG, key('a')),
      await second.post('/trading/positions', LONG, key('a')),
    ];
    expect(answers[0]?.body['id']).not.toBe(answers[1]?.body['id']);
    const id = String(answers[0]?.body['id']);
    expect((await first.delete(`/trading/positions/${id}`, key('a'))).status).toBe(200);
    expect((await first.delete(`/trading/positions/${id}`, key('a'))).status).toBe(200);
    expectProblem(await first.delete(`/trading/positions/${id}`, key('b')), 'position_closed');
  });
});

describe('closing', () => {
  it('E7 pays out margin and profit, and leaves a trade', async () => {
    const person = await server.register();
    const id = await open(person, { stopLoss: '95' });
    server.feed.tick('BTCUSDT', '103');
    const closed = trade.parse((await person.delete(`/trading/positions/${id}`)).body);
    expect(closed).toMatchObject({
      positionId: id,
      market: 'main',
      label: 'Синтетический рынок',
      symbol: 'BTCUSDT',
      type: 'long',
      entryPrice: '100',
      exitPrice: '103',
      amount: '100',
      leverage: 10,
      size: '1000',
      fee: '0',
      pnl: '30',
      pnlPercent: '30',
      insurance: '0',
      reason: 'user',
      takeProfit: null,
      stopLoss: '95',
      liquidationPrice: '90.4522613',
    });
    expect(closed.exitRecord.price).toBe('103');
    expect(await available(person)).toBe('1030');
    expect((await person.get(`/trading/trades/${closed.id}`)).body).toEqual({ ...closed, note: null });
    expectProblem(await person.delete(`/trading/positions/${id}`), 'position_closed');
  });

  it('E3 of a part leaves the rest open', async () => {
    const person = await server.register();
    const id = await open(person);
    expect((await person.delete(`/trading/positions/${id}?portion=0.25`)).body).toMatchObject({
      amount: '25',
      size: '250',
    });
    const [rest] = positionList.parse((await person.get('/trading/positions')).body).items;
    expect(rest).toMatchObject({ id, amount: '75', size: '750' });
    expect((await person.delete(`/trading/positions/${id}?portion=1`)).body).toMatchObject({ amount: '75' });
    expect(await available(person)).toBe('1000');
  });

  it.each(['0', '-0.5', '1.5', '0.00001', '1e-1', 'half', ''])('of the part "%s" is refused', async (portion) => {
    const person = await server.register();
    const id = await open(person);
    expectProblem(await person.delete(`/trading/positions/${id}?portion=${portion}`), 'invalid_portion');
    expectProblem(await person.delete(`/trading/positions/${id}?portion=0.5&portion=0.5`), 'invalid_portion');
  });

  it('E2 happens once however often it is asked for at the same time', async () => {
    const person = await server.register();
    const id = await open(person);
    const answers = await Promise.all(Array.from({ length: 6 }, () => person.delete(`/trading/positions/${id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await available(person)).toBe('1000');
    expect(tradeList.parse((await person.get('/trading/trades')).body).items).toHaveLength(1);
  });

  it('E2 by the market is seen by everybody: liquidation, stop loss, take profit', async () => {
    const person = await server.register();
    await open(person);
    await open(person, { amount: '50', leverage: 2, stopLoss: '92' });
    await open(person, { amount: '50', leverage: 2, type: 'short', takeProfit: '91' });
    server.feed.tick('BTCUSDT', '90');
    const trades = async (): Promise<ReturnType<typeof tradeList.parse>['items']> =>
      tradeList.parse((await person.get('/trading/trades')).body).items;
    await until(async () => (await trades()).length === 3);
    expect((await trades()).map(({ reason, exitPrice, pnl, fee }) => [reason, exitPrice, pnl, fee]).toSorted()).toEqual(
      [
        ['liquidation', '90', '-100', '0'],
        ['stopLoss', '90', '-10', '0'],
        ['takeProfit', '90', '10', '0'],
      ],
    );
    expect(await available(person)).toBe('900');
  });
});

describe('what belongs to somebody else', () => {
  it('is answered like what does not exist', async () => {
    const [owner, other] = [await server.register(), await server.register()];
    const id = await open(owner);
    const orderId = order.parse((await owner.post('/trading/orders', { ...LONG, limitPrice: '90' })).body).id;
    const closedId = trade.parse((await owner.delete(`/trading/positions/${id}?portion=0.5`)).body).id;
    for (const positionId of [id, '999999999', '0', '-1', 'abc', '1.5', '9'.repeat(19), '9'.repeat(60)]) {
      const answers = [
        await other.delete(`/trading/positions/${positionId}`),
        await other.put(`/trading/positions/${positionId}`, { takeProfit: null, stopLoss: null }),
      ];
      for (const answer of answers) expectProblem(answer, 'position_not_found');
    }
    for (const id of [orderId, '999999999', 'abc'])
      expectProblem(await other.delete(`/trading/orders/${id}`), 'order_not_found');
    for (const id of [closedId, '999999999', 'abc'])
      expectProblem(await other.get(`/trading/trades/${id}`), 'trade_not_found');
    expect(positionList.parse((await owner.get('/trading/positions')).body).items).toHaveLength(1);
  });
});

describe('take profit and stop loss', () => {
  it('are set, moved and removed', async () => {
    const person = await server.register();
    const id = await open(person);
    const set = (body: object): Promise<Answer> => person.put(`/trading/positions/${id}`, body);
    expect((await set({ takeProfit: '120', stopLoss: '95' })).body).toMatchObject({
      takeProfit: '120',
      stopLoss: '95',
    });
    expect((await set({ takeProfit: '130', stopLoss: null })).body).toMatchObject({
      takeProfit: '130',
      stopLoss: null,
    });
    expect((await set({ takeProfit: null, stopLoss: null })).body).toMatchObject({ takeProfit: null, stopLoss: null });
    expectProblem(await set({ takeProfit: '90', stopLoss: null }), 'take_profit_wrong_side');
    expectProblem(await set({ takeProfit: null, stopLoss: '110' }), 'stop_loss_wrong_side');
    expectProblem(await set({ takeProfit: 'x', stopLoss: null }), 'invalid_price');
    expectProblem(await set({ takeProfit: '120' }), 'invalid_price');
    expectProblem(await set({ takeProfit: '120', stopLoss: null, amount: '1' }), 'invalid_request');
  });
});

describe('limit orders', () => {
  const place = (person: Person, what: object = {}): Promise<Answer> =>
    person.post('/trading/orders', { ...LONG, limitPrice: '90', ...what });

  it('rest, reserve their margin and can be cancelled', async () => {
    const person = await server.register();
    const placed = order.parse((await place(person, { takeProfit: '95', stopLoss: '85' })).body);
    expect(placed).toMatchObject({
      market: 'main',
      symbol: 'BTCUSDT',
      type: 'long',
      amount: '100',
      leverage: 10,
      size: '1000',
      limitPrice: '90',
      takeProfit: '95',
      stopLoss: '85',
      reserved: '100',
      status: 'open',
    });
    expect((await person.get('/trading/balance')).body).toMatchObject({
      total: '1000',
      available: '900',
      inOrders: '100',
    });
    expect(orderList.parse((await person.get('/trading/orders')).body)).toEqual({ market: 'main', items: [placed] });
    expect((await person.delete(`/trading/orders/${placed.id}`)).body).toMatchObject({
      id: placed.id,
      status: 'cancelled',
    });
    expect(await available(person)).toBe('1000');
    expect((await person.delete(`/trading/orders/${placed.id}`)).status).toBeGreaterThanOrEqual(404);
  });

  it('fill when the price gets there', async () => {
    const person = await server.register();
    await place(person, { limitPrice: '99' });
    server.feed.tick('BTCUSDT', '98.5');
    const positions = async (): Promise<unknown[]> =>
      positionList.parse((await person.get('/trading/positions')).body).items;
    await until(async () => (await positions()).length === 1);
    expect((await positions())[0]).toMatchObject({ entryPrice: '98.5', amount: '100' });
    expect(orderList.parse((await person.get('/trading/orders')).body).items).toEqual([]);
  });

  it.each<[string, object, ErrorCode]>([
    ['without a limit', { limitPrice: undefined }, 'invalid_order_kind'],
    ['at zero', { limitPrice: '0' }, 'invalid_price'],
    ['at a comma', { limitPrice: '90,5' }, 'invalid_price'],
    ['at a tenth of the price and less', { limitPrice: '1' }, 'limit_price_too_far'],
    ['of too much', { amount: '1001' }, 'insufficient_funds'],
    ['with a stop loss above the limit', { stopLoss: '91' }, 'stop_loss_wrong_side'],
  ])('%s are refused', async (_name, what, code) => {
    expectProblem(await place(await server.register(), what), code);
  });
});

describe('the history', () => {
  it('comes in pages, newest first, and can be filtered', async () => {
    const person = await server.register();
    for (let n = 0; n < 5; n += 1) {
      const id = await open(person, n % 2 === 0 ? {} : { symbol: 'ETHUSDT', type: 'short' });
      await person.delete(`/trading/positions/${id}`);
    }
    const page = async (query: string): Promise<ReturnType<typeof tradeList.parse>> =>
      tradeList.parse((await person.get(`/trading/trades?${query}`)).body);
    const all = await page('');
    expect(all.items).toHaveLength(5);
    expect(all.nextCursor).toBeNull();
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${String(first.nextCursor)}`);
    const third = await page(`limit=2&cursor=${String(second.nextCursor)}`);
    expect([...first.items, ...second.items, ...third.items]).toEqual(all.items);
    expect(third.nextCursor).toBeNull();
    expect((await page('symbol=ETHUSDT')).items).toHaveLength(2);
    expect((await page('type=long')).items).toHaveLength(3);
    expect((await page('reason=liquidation')).items).toEqual([]);
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'reason=luck', 'page=2']) {
      expectProblem(await person.get(`/trading/trades?${query}`), 'invalid_request');
    }
  });
});

describe('prices', () => {
  it('C2 name their market', async () => {
    const person = await server.register();
    expect((await person.get('/trading/pairs')).body).toMatchObject({
      market: 'main',
      label: 'Синтетический рынок',
      items: [{ symbol: 'BTCUSDT', lastPrice: '100' }, { symbol: 'ETHUSDT' }],
    });
    const candles = await person.get('/trading/candles?symbol=BTCUSDT&interval=1m');
    expect(candles.body).toMatchObject({ market: 'main', symbol: 'BTCUSDT', interval: '1m' });
    expect((candles.body['items'] as { close: string }[]).at(-1)?.close).toBe('100');
    expect((await person.get('/trading/moves?symbol=BTCUSDT')).body).toMatchObject({ market: 'main', windowHours: 24 });
  });

  it.each<[string, ErrorCode]>([
    ['candles?interval=1m', 'invalid_request'],
    ['candles?symbol=BTCUSDT', 'invalid_request'],
    ['candles?symbol=BTCUSDT&interval=2m', 'invalid_request'],
    ['candles?symbol=BTCUSDT&interval=1m&limit=1001', 'invalid_request'],
    ['candles?symbol=BTCUSDT&interval=1m&limit=-1', 'invalid_request'],
    ['candles?symbol=BTCUSDT&interval=1m&before=now', 'invalid_request'],
    ['candles?symbol=NOUSDT&interval=1m', 'unknown_symbol'],
    ['candles?symbol=BTCUSDT&interval=1m&market=no', 'unknown_market'],
    ['moves?symbol=NOUSDT', 'unknown_symbol'],
    ['pairs?market=no', 'unknown_market'],
    ['balance?market=no', 'unknown_market'],
    ['balance?user=1', 'invalid_request'],
  ])('%s is refused', async (query, code) => {
    expectProblem(await (await server.register()).get(`/trading/${query}`), code);
  });
});

describe('markets', () => {
  it('C2 tell everything that decides their prices', async () => {
    const person = await server.register();
    const { items } = (await person.get('/trading/markets')).body as { items: Record<string, unknown>[] };
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      id: 'main',
      kind: 'synthetic',
      main: true,
      status: 'running',
      takerFeePercent: '0',
      maintenanceMarginPercent: '0.5',
      startBalance: '1000',
      staleAfterSeconds: 10,
      parameters: { generator: 'plecho-synthetic', version: 3, anchor: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect((await person.get('/trading/markets/main')).body).toEqual(items[0]);
    expectProblem(await person.get('/trading/markets/elsewhere'), 'unknown_market');
    expectProblem(await person.post('/trading/markets/elsewhere/enter'), 'unknown_market');
    expect((await person.post('/trading/markets/main/enter')).body).toEqual({ ok: true });
    expect(await available(person)).toBe('1000');
  });

  it('open the account of the main market at first use when registration was cut short', async () => {
    const person = await server.register();
    await database.owner.query(
      `INSERT INTO users (phone, password_hash, created_at)
       SELECT '+79990001122', password_hash, 0 FROM users WHERE phone = $1`,
      [person.phone],
    );
    const other = server.stranger();
    await other.post('/auth/login', { phone: '+79990001122', password: 'лосось42' });
    const answers = await Promise.all([
      other.get('/trading/balance'),
      other.get('/trading/positions'),
      other.post('/trading/positions', LONG),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
