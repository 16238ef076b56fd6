import { randomUUID } from 'node:crypto';
import type { CardAnswer, DepositAddress, WalletBalance } from '@plecho/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../../tools/product/request-key.ts';
import { useDatabase } from '../../test/harness/database.ts';
import { JumpingClock } from '../../test/support/jumping-clock.ts';
import { setOperatorSecret, steppedUpOperator } from '../../test/support/operator.ts';
import { until, useServer, type Answer, type Person } from '../../test/support/server.ts';
import { KEY_MAX_AGE_MS, KEY_MAX_AHEAD_MS } from '../lib/once.ts';
import { forgetOutcomes } from '../storage/journal/outcome-store.ts';

/** By then every chain has made all the blocks that a transaction needs. */
const CONFIRMED_MS = 120_000;

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock });
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 2 };
const CARD = { amountRub: 5_000, card: 'approved' };

type Registered = Person & { phone: string };

/** A request that moves money. */
interface Request {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** Who sends it, unless the person does. */
  by?: Person;
}

let operator: Person;
beforeAll(async () => {
  await setOperatorSecret(database);
  operator = await steppedUpOperator(database, server);
});

/** A moment of the server's clock away from now. */
const keyFrom = (ms = 0): string => newKey(clock.now() + ms);

const send = (person: Person, { method, path, body, by = person }: Request, key = keyFrom()): Promise<Answer> =>
  by.ask(method, path, body, { headers: { 'idempotency-key': key } });

const moveBtc = (price: string): void => server.feed.tick('BTCUSDT', price);

const post = (path: string, body?: object): Request => ({
  method: 'POST',
  path,
  ...(body === undefined ? {} : { body }),
});

async function idOf(person: Person, request: Request): Promise<string> {
  const { status, body } = await send(person, request);
  expect([status, body]).toEqual([200, expect.anything()]);
  return String(body['id']);
}

async function cardOf(person: Person, card: string): Promise<CardAnswer> {
  return (await send(person, post('/payments/deposit/card', { ...CARD, card }))).body as unknown as CardAnswer;
}

async function walletOf(person: Person): Promise<WalletBalance> {
  const [place] = (await person.get('/wallet')).body['items'] as WalletBalance[];
  if (place === undefined) throw new Error('a wallet without places');
  return place;
}

const sending = (address: string, amount: string): Request =>
  post('/wallet/send', { asset: 'USDT', network: 'bsc', address, amount, fee: 'fast' });

const withdrawing = (address: string, amount: string): Request =>
  post('/payments/withdraw/crypto', { currency: 'USDT', network: 'bsc', amount, address });

/** A transaction to the person's own account, ready to be claimed. */
async function claiming(person: Person, amount: string): Promise<Request> {
  const { body } = await person.get('/payments/deposit-addresses?asset=USDT');
  const [{ address } = { address: '' }] = body['items'] as DepositAddress[];
  const sent = await send(person, sending(address, amount));
  return post('/payments/deposit/hash', { currency: 'USDT', network: 'bsc', amount, txHash: sent.body['hash'] });
}

/** Each way in which money is moved: a request, and another one under the same name, where there can be one. */
const REQUESTS: Record<string, (person: Registered) => Promise<[Request, Request | null]>> = {
  'POST /trading/positions': () =>
    Promise.resolve([post('/trading/positions', LONG), post('/trading/positions', { ...LONG, amount: '101' })]),
  'PUT /trading/positions/:id': async (person) => {
    const path = `/trading/positions/${await idOf(person, post('/trading/positions', LONG))}`;
    const levels = (stopLoss: string): Request => ({ method: 'PUT', path, body: { takeProfit: null, stopLoss } });
    return [levels('80'), levels('81')];
  },
  'DELETE /trading/positions/:id': async (person) => {
    const path = `/trading/positions/${await idOf(person, post('/trading/positions', LONG))}`;
    return [
      { method: 'DELETE', path: `${path}?portion=0.5` },
      { method: 'DELETE', path: `${path}?portion=0.4` },
    ];
  },
  'POST /trading/orders': () => {
    const order = (limitPrice: string): Request => post('/trading/orders', { ...LONG, limitPrice });
    return Promise.resolve([order('90'), order('91')]);
  },
  'DELETE /trading/orders/:id': async (person) => {
    const cancel = async (): Promise<Request> => ({
      method: 'DELETE',
      path: `/trading/orders/${await idOf(person, post('/trading/orders', { ...LONG, limitPrice: '90' }))}`,
    });
    return [await cancel(), await cancel()];
  },
  'POST /trading/positions/:id/add': async (person) => {
    const path = `/trading/positions/${await idOf(person, post('/trading/positions', LONG))}/add`;
    return [post(path, { amount: '30' }), post(path, { amount: '31' })];
  },
  'POST /trading/positions/:id/reverse': async (person) => {
    const reverse = async (): Promise<Request> =>
      post(`/trading/positions/${await idOf(person, post('/trading/positions', LONG))}/reverse`);
    return [await reverse(), await reverse()];
  },
  'POST /trading/positions/close-all': async (person) => {
    await idOf(person, post('/trading/positions', LONG));
    return [post('/trading/positions/close-all', {}), post('/trading/positions/close-all', { symbol: 'BTCUSDT' })];
  },
  'POST /trading/positions/:id/orders': async (person) => {
    const path = `/trading/positions/${await idOf(person, post('/trading/positions', LONG))}/orders`;
    const reduce = (portion: string): Request => post(path, { kind: 'limit', limitPrice: '150', portion });
    return [reduce('0.5'), reduce('0.6')];
  },
  'POST /trading/orders/oco': () => {
    const pair = (stopPrice: string): Request =>
      post('/trading/orders/oco', {
        first: { ...LONG, kind: 'limit', limitPrice: '90' },
        second: { ...LONG, kind: 'stopMarket', stopPrice },
      });
    return Promise.resolve([pair('120'), pair('121')]);
  },
  'PUT /trading/orders/:id': async (person) => {
    const path = `/trading/orders/${await idOf(person, post('/trading/orders', { ...LONG, limitPrice: '90' }))}`;
    const amend = (amount: string): Request => ({ method: 'PUT', path, body: { amount } });
    return [amend('70'), amend('71')];
  },
  'POST /trading/orders/cancel-all': async (person) => {
    await idOf(person, post('/trading/orders', { ...LONG, limitPrice: '90' }));
    return [post('/trading/orders/cancel-all', {}), post('/trading/orders/cancel-all', { symbol: 'BTCUSDT' })];
  },
  'POST /trading/seasons': () => Promise.resolve([post('/trading/seasons'), null]),
  'POST /wallet/send': async (person) => {
    const { address } = await walletOf(person);
    return [sending(address, '5'), sending(address, '6')];
  },
  'POST /payments/deposit/hash': async (person) => [await claiming(person, '10'), await claiming(person, '11')],
  'POST /payments/deposit/card': () =>
    Promise.resolve([
      post('/payments/deposit/card', { ...CARD, card: 'secure' }),
      post('/payments/deposit/card', { ...CARD, card: 'approved' }),
    ]),
  'POST /payments/deposit/card/:id/confirm': async (person) => {
    const confirm = async (): Promise<Request> =>
      post(`/payments/deposit/card/${(await cardOf(person, 'approved')).operation.id}/confirm`, {});
    return [await confirm(), await confirm()];
  },
  'POST /payments/deposit/card/:id/cancel': async (person) => {
    const cancel = async (): Promise<Request> =>
      post(`/payments/deposit/card/${(await cardOf(person, 'approved')).operation.id}/cancel`);
    return [await cancel(), await cancel()];
  },
  'POST /payments/withdraw/crypto': async (person) => {
    const { address } = await walletOf(person);
    return [withdrawing(address, '20'), withdrawing(address, '21')];
  },
  'POST /payments/withdraw/card': () =>
    Promise.resolve([
      post('/payments/withdraw/card', { amount: '20', card: 'approved' }),
      post('/payments/withdraw/card', { amount: '20', card: 'declined' }),
    ]),
  'POST /admin/balance/adjust': ({ phone }) => {
    const adjust = (amount: string): Request => ({
      ...post('/admin/balance/adjust', { phone, amount, reason: 'prize' }),
      by: operator,
    });
    return Promise.resolve([adjust('7'), adjust('8')]);
  },
};

/** What is there of the person's money, as numbers that every effect changes. */
async function moneyOf(person: Person): Promise<string> {
  const [seasons, positions, orders, operations, sent] = await Promise.all([
    person.get('/trading/seasons'),
    person.get('/trading/positions'),
    person.get('/trading/orders'),
    person.get('/payments/transactions'),
    person.get('/wallet/transactions?limit=200'),
  ]);
  const items = ({ body }: Answer): Record<string, unknown>[] => body['items'] as Record<string, unknown>[];
  // What is locked for a card goes on to its bank by itself.
  const { available } = (await person.get('/trading/balance')).body;
  // What comes in may be on its way yet.
  const out = items(sent).filter(({ direction }) => direction === 'out');
  const counts = [items(seasons), items(positions), items(orders), items(operations), out].map(({ length }) => length);
  return JSON.stringify([available, ...counts]);
}

/** The world goes on: prices, blocks and the person's own doings change whatever an answer could be read from. */
async function liveOn(person: Registered): Promise<void> {
  moveBtc('103');
  await send(person, post('/trading/positions', { ...LONG, amount: '3' }));
  await send(person, {
    ...post('/admin/balance/adjust', { phone: person.phone, amount: '1', reason: 'prize' }),
    by: operator,
  });
  await send(person, post('/trading/seasons'));
  clock.jump(CONFIRMED_MS);
  server.feed.tick('ETHUSDT', '11');
  await until(async () => {
    const { body } = await person.get('/payments/transactions');
    return (body['items'] as { status: string; type: string }[]).every(
      ({ status, type }) => type === 'card' || status !== 'pending',
    );
  });
}

/** Held where the markets and alerts are that they make. */
const MAKES_OTHERS = [
  'POST /admin/drills',
  'POST /admin/classes',
  'POST /admin/replays',
  'POST /admin/scenarios',
  'POST /replays/sessions',
  'POST /trading/alerts',
];

describe('a repeated key', () => {
  it.each(Object.entries(REQUESTS))('L6 %s has one effect, and one answer byte for byte', async (_name, prepare) => {
    const person = await server.register();
    const [request, other] = await prepare(person);
    const key = keyFrom();
    const answers = await Promise.all([1, 2, 3].map(() => send(person, request, key)));
    const [first] = answers;
    expect([first?.status, first?.body['error']]).toEqual([200, undefined]);
    const before = await moneyOf(person);
    answers.push(await send(person, request, key.toUpperCase()));
    if (other !== null) {
      const { status, body } = await send(person, other, key);
      expect([status, body['code']]).toEqual([409, 'idempotency_conflict']);
    }
    expect(await moneyOf(person)).toBe(before);
    await liveOn(person);
    answers.push(await send(person, request, key));
    expect(new Set(answers.map(({ response }) => response.body))).toEqual(new Set([first?.response.body]));
  });

  it('S6 the routes that move money, make a market or set an alert, and no others, say that they take a key', () => {
    const described = server.context.app.swagger() as {
      paths: Record<string, Record<string, { parameters?: object[] }>>;
    };
    const keyed = Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
        parameters.some((each) => 'name' in each && each.name === 'idempotency-key')
          ? [`${method.toUpperCase()} ${path.replace('/api', '').replace('{id}', ':id')}`]
          : [],
      ),
    );
    expect(keyed.toSorted()).toEqual([...Object.keys(REQUESTS), ...MAKES_OTHERS].toSorted());
  });
});

describe('what is no key', () => {
  it.each(['', 'x', 'а', randomUUID(), `${newKey()}0`, newKey().replaceAll('-', '')])(
    'as "%s" is refused everywhere, and nothing happens',
    async (key) => {
      const person = await server.register();
      const { address } = await walletOf(person);
      const before = await moneyOf(person);
      for (const request of [post('/trading/positions', LONG), sending(address, '5'), withdrawing(address, '10')]) {
        const { status, body } = await send(person, request, key);
        expect([status, body['code']]).toEqual([400, 'invalid_request']);
      }
      expect(await moneyOf(person)).toBe(before);
    },
  );
});

describe('a refusal under a key', () => {
  /** Prices go stale, and come back. */
  const stale = { begin: () => server.feed.skip(20_000), end: () => moveBtc('100') };

  it.each<[string, string, (person: Registered) => Promise<[Request, end: () => unknown]>]>([
    [
      'POST /trading/positions',
      'price_unavailable',
      () => {
        stale.begin();
        return Promise.resolve([post('/trading/positions', LONG), stale.end]);
      },
    ],
    [
      'PUT /trading/positions/:id',
      'take_profit_wrong_side',
      async (person) => {
        const path = `/trading/positions/${await idOf(person, post('/trading/positions', LONG))}`;
        const body = { takeProfit: '99', stopLoss: null };
        return [{ method: 'PUT', path, body }, () => moveBtc('98')];
      },
    ],
    [
      'DELETE /trading/positions/:id',
      'price_unavailable',
      async (person) => {
        const path = `/trading/positions/${await idOf(person, post('/trading/positions', LONG))}`;
        stale.begin();
        return [{ method: 'DELETE', path }, stale.end];
      },
    ],
    [
      'POST /trading/orders',
      'insufficient_funds',
      async (person) => {
        const id = await idOf(person, post('/trading/orders', { ...LONG, amount: '950', limitPrice: '90' }));
        const cancel: Request = { method: 'DELETE', path: `/trading/orders/${id}` };
        return [post('/trading/orders', { ...LONG, limitPrice: '90' }), () => send(person, cancel)];
      },
    ],
    [
      'POST /trading/seasons',
      'price_unavailable',
      async (person) => {
        await idOf(person, post('/trading/positions', LONG));
        stale.begin();
        return [post('/trading/seasons'), stale.end];
      },
    ],
    [
      'POST /wallet/send',
      'wallet_insufficient',
      async (person) => {
        const { address } = await walletOf(person);
        const giver = await server.register();
        const arrive = async (): Promise<void> => {
          await send(giver, sending(address, '500'));
          clock.jump(CONFIRMED_MS);
          await until(async () => Number((await walletOf(person)).balance) > 3_400);
        };
        return [sending(address, '3300'), arrive];
      },
    ],
    [
      'POST /payments/deposit/card/:id/confirm',
      'bank_code_wrong',
      async (person) => {
        const { operation, bank } = await cardOf(person, 'secure');
        const code = bank?.kind === 'code' ? bank.message.slice(-4) : '';
        const confirm = (typed: string): Request =>
          post(`/payments/deposit/card/${operation.id}/confirm`, { code: typed });
        return [confirm(code === '0000' ? '0001' : '0000'), () => send(person, confirm(code))];
      },
    ],
    [
      'POST /payments/withdraw/crypto',
      'insufficient_funds',
      async (person) => {
        const { address } = await walletOf(person);
        const adjust = post('/admin/balance/adjust', { phone: person.phone, amount: '500', reason: 'prize' });
        return [withdrawing(address, '1200'), () => send(person, { ...adjust, by: operator })];
      },
    ],
    [
      'POST /admin/balance/adjust',
      'adjustment_below_zero',
      ({ phone }) => {
        const adjust = (amount: string): Request => ({
          ...post('/admin/balance/adjust', { phone, amount, reason: 'mistakeCorrected' }),
          by: operator,
        });
        return Promise.resolve([adjust('-1200'), () => send(operator, adjust('500'))]);
      },
    ],
  ])('L6 %s: «%s» stays when its cause is gone', async (name, code, prepare) => {
    const person = await server.register();
    const [request, end] = await prepare(person);
    const key = keyFrom();
    const refused = await Promise.all([1, 2].map(() => send(person, request, key)));
    await end();
    const before = await moneyOf(person);
    refused.push(await send(person, request, key));
    for (const { body } of refused) expect(body['code']).toBe(code);
    expect(new Set(refused.map(({ response }) => response.body)).size).toBe(1);
    expect(await moneyOf(person)).toBe(before);
    if (!name.endsWith('confirm')) expect((await send(person, request)).status).toBe(200);
  });

  it('L6 because too much was under way stays for everything that begins an operation', async () => {
    const person = await server.register();
    const { address } = await walletOf(person);
    const requests = [withdrawing(address, '11'), await claiming(person, '10'), post('/payments/deposit/card', CARD)];
    for (let n = 0; n < 20; n += 1) await idOf(person, withdrawing(address, '10'));
    const keys = requests.map(() => keyFrom());
    const ask = async (): Promise<unknown[]> => {
      const answers = await Promise.all(requests.map((request, n) => send(person, request, keys[n])));
      return answers.map(({ body }) => body['code']);
    };
    const refused = ['too_many_operations', 'too_many_operations', 'too_many_operations'];
    expect(await ask()).toEqual(refused);
    await liveOn(person);
    expect(await ask()).toEqual(refused);
    for (const request of requests) expect((await send(person, request)).status).toBe(200);
  });
});

describe('the code of the bank', () => {
  it('S3 guessed many times at once is compared three times, and the right one among the rest is refused', async () => {
    const person = await server.register();
    const { operation, bank } = await cardOf(person, 'secure');
    const right = bank?.kind === 'code' ? bank.message.slice(-4) : '';
    const wrong = Array.from({ length: 19 }, (_, n) => String((Number(right) + 1 + n) % 10_000).padStart(4, '0'));
    const confirm = (code: string): Promise<Answer> =>
      send(person, post(`/payments/deposit/card/${operation.id}/confirm`, { code }));
    const guesses = await Promise.all(wrong.map(confirm));
    const ends = guesses.map(({ body }) => JSON.stringify(body['details'] ?? body['code'] ?? 'ended')).toSorted();
    expect(ends).toEqual([
      '"ended"',
      ...Array<string>(16).fill('"operation_settled"'),
      '{"attemptsLeft":1}',
      '{"attemptsLeft":2}',
    ]);
    expect((await confirm(right)).body['code']).toBe('operation_settled');
    expect((await person.get(`/payments/transactions/${operation.id}`)).body).toMatchObject({ failure: 'wrongCode' });
    expect((await person.get('/trading/balance')).body).toMatchObject({ available: '1000' });
  });
});

describe('the time of a key', () => {
  const MINUTE = 60_000;

  it.each([
    ['seven days old', -KEY_MAX_AGE_MS + MINUTE, 200, undefined],
    ['a day ahead', KEY_MAX_AHEAD_MS - MINUTE, 200, undefined],
    ['older', -KEY_MAX_AGE_MS - MINUTE, 400, 'idempotency_key_expired'],
    ['further ahead', KEY_MAX_AHEAD_MS + MINUTE, 400, 'idempotency_key_ahead'],
  ])('L6 %s', async (_name, ms, status, code) => {
    const person = await server.register();
    const { address } = await walletOf(person);
    for (const request of [post('/trading/positions', LONG), sending(address, '5'), withdrawing(address, '10')]) {
      const answer = await send(person, request, keyFrom(ms));
      expect([answer.status, answer.status === 200 ? undefined : answer.body['code']]).toEqual([status, code]);
    }
  });

  it('L6 keeps what was answered from happening again when the answer is forgotten', async () => {
    const person = await server.register();
    const { address } = await walletOf(person);
    const requests = [sending(address, '5'), post('/payments/deposit/card', CARD), withdrawing(address, '10')];
    const keys = [keyFrom(KEY_MAX_AHEAD_MS - MINUTE), keyFrom(), keyFrom(-KEY_MAX_AGE_MS + MINUTE)];
    for (const [n, request] of requests.entries()) expect((await send(person, request, keys[n])).status).toBe(200);
    const before = await moneyOf(person);
    for (let day = 0; day < 12; day += 1) {
      clock.jump(86_400_000);
      // The database judges by its own clock how old an answer is: they age beside it.
      await database.owner.query('UPDATE command_outcomes SET at = at - 86400000');
      await forgetOutcomes(database.pool, clock.now(), () => false);
      for (const [n, request] of requests.entries()) {
        const { status, body } = await send(person, request, keys[n]);
        expect([200, 400]).toContain(status);
        if (status === 400) expect(body['code']).toBe('idempotency_key_expired');
      }
      expect(JSON.parse(await moneyOf(person))).toHaveLength(JSON.parse(before).length as number);
    }
    const operations = (await person.get('/payments/transactions')).body['items'] as unknown[];
    expect(operations).toHaveLength(2);
    const { rowCount } = await database.owner.query(
      `SELECT FROM command_outcomes WHERE operation <> 'settleOperation'`,
    );
    expect(rowCount).toBe(0);
  });
});
