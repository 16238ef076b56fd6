import type { CardAnswer, DepositAddress, NetworkTransaction, Operation, WalletBalance } from '@plecho/contract';
import { describe, expect, it } from 'vitest';
import { namedKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { JumpingClock } from '../../../test/support/jumping-clock.ts';
import { until, useServer, type Answer, type Person } from '../../../test/support/server.ts';

/** By then every chain has made all the blocks that a transaction needs. */
const CONFIRMED_MS = 120_000;

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock });

const available = async (person: Person): Promise<string> =>
  String((await person.get('/trading/balance')).body['available']);

async function operation(person: Person, id: string): Promise<Operation> {
  const { status, body } = await person.get(`/payments/transactions/${id}`);
  expect(status).toBe(200);
  return body as unknown as Operation;
}

/** Waits for the end of an operation. */
async function ended(person: Person, { body }: Answer): Promise<Operation> {
  const id = String(body['id']);
  await until(async () => (await operation(person, id)).status !== 'pending');
  return operation(person, id);
}

async function addressOf(person: Person, asset: string, network: string): Promise<string> {
  const { body } = await person.get(`/payments/deposit-addresses?asset=${asset}`);
  return (body['items'] as DepositAddress[]).find((item) => item.network === network)?.address ?? '';
}

async function send(person: Person, asset: string, network: string, address: string, amount: string): Promise<string> {
  const { status, body } = await person.post('/wallet/send', { asset, network, address, amount, fee: 'fast' });
  if (status !== 200) throw new Error(`not sent: ${JSON.stringify(body)}`);
  return (body as unknown as NetworkTransaction).hash;
}

async function deposit(person: Person, currency: string, network: string, amount: string): Promise<Answer> {
  const txHash = await send(person, currency, network, await addressOf(person, currency, network), amount);
  return claim(person, { currency, network, amount, txHash });
}

/** Its time is the server's: the clock jumps. */
const keyOf = (name: string) => ({ 'idempotency-key': namedKey(name) });

const claim = (person: Person, body: object, key?: string): Promise<Answer> =>
  person.post('/payments/deposit/hash', body, key === undefined ? {} : { headers: keyOf(key) });

const withdraw = (person: Person, body: object, key?: string): Promise<Answer> =>
  person.post('/payments/withdraw/crypto', body, key === undefined ? {} : { headers: keyOf(key) });

async function walletOf(person: Person, asset: string, network: string): Promise<WalletBalance> {
  const { body } = await person.get('/wallet');
  const found = (body['items'] as WalletBalance[]).find((item) => item.asset === asset && item.network === network);
  if (found === undefined) throw new Error(`no ${asset} on ${network}`);
  return found;
}

const prices = (): void => {
  server.feed.tick('BTCUSDT', '100');
  server.feed.tick('ETHUSDT', '10');
};

describe('a deposit', () => {
  it.each([
    ['USDT', 'bsc', '100.5', '1100.5', null],
    ['USDT', 'tron', '25', '1025', null],
    ['BTC', 'bitcoin', '0.00012345', '1000.012345', '100'],
    ['ETH', 'polygon', '0.1', '1001', '10'],
  ])(
    'L6 of %s on %s is credited once, when the network has confirmed it',
    async (asset, network, amount, total, price) => {
      const person = await server.register();
      const made = await deposit(person, asset, network, amount);
      expect(made.status).toBe(200);
      expect(made.body).toMatchObject({
        type: 'deposit',
        status: 'pending',
        amount,
        currency: asset,
        network,
        value: null,
      });
      expect(await available(person)).toBe('1000');
      clock.jump(CONFIRMED_MS);
      prices();
      const done = await ended(person, made);
      expect(done).toMatchObject({ status: 'completed', price, failure: null });
      expect(done.confirmations).toBeGreaterThanOrEqual(done.confirmationsNeeded);
      expect(await available(person)).toBe(total);
      clock.jump(CONFIRMED_MS);
      const again = { currency: asset, network, amount, txHash: done.txHash };
      expect((await claim(person, again)).body['code']).toBe('deposit_hash_used');
      expect(await available(person)).toBe(total);
    },
  );

  it('L6 is made exactly once by one hash that comes many times at once', async () => {
    const person = await server.register();
    const txHash = await send(person, 'USDT', 'bsc', await addressOf(person, 'USDT', 'bsc'), '50');
    const body = { currency: 'USDT', network: 'bsc', amount: '50', txHash };
    const answers = await Promise.all(Array.from({ length: 8 }, () => claim(person, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
    clock.jump(CONFIRMED_MS);
    const made = answers.find(({ status }) => status === 200);
    if (made !== undefined) await ended(person, made);
    expect(await available(person)).toBe('1050');
  });

  it('L6 answers the same for the same key, whatever has happened since, and one key takes one body', async () => {
    const person = await server.register();
    const txHash = await send(person, 'USDT', 'bsc', await addressOf(person, 'USDT', 'bsc'), '50');
    const body = { currency: 'USDT', network: 'bsc', amount: '50', txHash };
    const made = await claim(person, body, 'one');
    clock.jump(CONFIRMED_MS);
    await ended(person, made);
    expect((await claim(person, body, 'one')).body).toEqual(made.body);
    expect((await claim(person, { ...body, amount: '51' }, 'one')).body['code']).toBe('idempotency_conflict');
    expect(await available(person)).toBe('1050');
  });

  it('over the wrong network is a lesson: the coins are gone from the wallet and credited nowhere', async () => {
    const person = await server.register();
    const address = await addressOf(person, 'USDT', 'bsc');
    const txHash = await send(person, 'USDT', 'polygon', address, '50');
    clock.jump(CONFIRMED_MS);
    const lost = await claim(person, { currency: 'USDT', network: 'bsc', amount: '50', txHash });
    expect(lost.status).toBe(409);
    expect(lost.body).toMatchObject({
      code: 'deposit_other_network',
      details: { sentOn: 'polygon', watchedOn: 'bsc' },
    });
    const eth = await send(person, 'ETH', 'bsc', address, '0.1');
    const other = await claim(person, { currency: 'USDT', network: 'bsc', amount: '0.1', txHash: eth });
    expect(other.body['code']).toBe('deposit_other_asset');
    expect((await walletOf(person, 'USDT', 'polygon')).balance).toBe('949.92');
    expect(await available(person)).toBe('1000');
  });

  it('has an answer for everything that is wrong with it', async () => {
    const [person, other] = [await server.register(), await server.register()];
    const txHash = await send(person, 'USDT', 'bsc', await addressOf(person, 'USDT', 'bsc'), '50');
    const body = { currency: 'USDT', network: 'bsc', amount: '50', txHash };
    const codeOf = async (change: object, who: Person = person): Promise<unknown> =>
      (await claim(who, { ...body, ...change })).body['code'];
    expect(await codeOf({ txHash: '' })).toBe('deposit_hash_required');
    expect(await codeOf({ amount: 'много' })).toBe('invalid_amount');
    expect(await codeOf({ amount: '50.0000001' })).toBe('invalid_amount');
    expect(await codeOf({ txHash: `0x${'12'.repeat(32)}` })).toBe('transaction_unknown');
    expect(await codeOf({ txHash: `${txHash.slice(0, -1)}${txHash.endsWith('q') ? 'p' : 'q'}` })).toBe(
      'transaction_unknown',
    );
    expect(await codeOf({}, other)).toBe('deposit_not_yours');
    expect((await claim(person, { ...body, network: 'ethereum' })).body).toMatchObject({
      code: 'deposit_other_choice',
      details: { asset: 'USDT', network: 'bsc' },
    });
    expect(await codeOf({ currency: 'ETH' })).toBe('deposit_other_choice');
    expect(await codeOf({ amount: '49.999999' })).toBe('deposit_other_amount');
    expect(await codeOf({ currency: 'DOGE' })).toBe('invalid_request');
    const small = await send(person, 'USDT', 'bsc', await addressOf(person, 'USDT', 'bsc'), '9.99');
    expect(await codeOf({ amount: '9.99', txHash: small })).toBe('deposit_below_minimum');
    expect((await claim(person, { ...body, txHash: txHash.toUpperCase() })).status).toBe(200);
    expect(await codeOf({})).toBe('deposit_hash_used');
  });

  it('E4 waits for a fresh price and is credited at that one', async () => {
    const person = await server.register();
    const [made, other] = [await deposit(person, 'BTC', 'bitcoin', '0.01'), await deposit(person, 'USDT', 'bsc', '10')];
    server.feed.skip(20_000);
    clock.jump(CONFIRMED_MS);
    // USDT needs no price: once it is credited, the other deposit had its turn too.
    expect((await ended(person, other)).status).toBe('completed');
    expect(await operation(person, String(made.body['id']))).toMatchObject({ status: 'pending', value: null });
    server.feed.tick('BTCUSDT', '101');
    expect(await ended(person, made)).toMatchObject({ status: 'completed', value: '1.01', price: '101' });
    expect(await available(person)).toBe('1011.01');
  });
});

describe('a withdrawal', () => {
  it.each([
    ['USDT', 'tron', '100', '98.5', '900', null],
    ['BTC', 'bitcoin', '0.5', '0.49995', '950', '100'],
    ['ETH', 'arbitrum', '2', '1.9999', '980', '10'],
  ])('of %s on %s arrives without its fee', async (currency, network, amount, arriving, left, price) => {
    const person = await server.register();
    const { address, balance } = await walletOf(person, currency, network);
    const memo = network === 'tron' ? '123' : null;
    const made = await withdraw(person, { currency, amount, network, address, memo });
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      type: 'withdraw',
      status: 'pending',
      amount,
      currency,
      network,
      address,
      memo,
      price,
    });
    expect((await person.get('/trading/balance')).body).toMatchObject({ available: left });
    await until(async () => (await operation(person, String(made.body['id']))).txHash !== null);
    clock.jump(CONFIRMED_MS);
    const done = await ended(person, made);
    expect(done).toMatchObject({ status: 'completed', failure: null, memo });
    await until(async () => (await walletOf(person, currency, network)).balance !== balance);
    expect(Number((await walletOf(person, currency, network)).balance) - Number(balance)).toBeCloseTo(
      Number(arriving),
      6,
    );
    expect((await person.get('/trading/balance')).body).toMatchObject({ available: left, locked: '0', total: left });
  });

  it('to an address that takes no coins fails with the money back', async () => {
    const person = await server.register();
    const address = server.context.services.network.reserveAddress('bsc');
    const made = await withdraw(person, { currency: 'USDT', amount: '100', network: 'bsc', address });
    expect(await ended(person, made)).toMatchObject({
      status: 'failed',
      failure: 'addressRefused',
      txHash: null,
      value: null,
    });
    expect((await person.get('/trading/balance')).body).toMatchObject({ available: '1000', locked: '0' });
  });

  it('is refused with a text for everything that is wrong with it', async () => {
    const person = await server.register();
    const { address } = await walletOf(person, 'USDT', 'bsc');
    const { address: tron } = await walletOf(person, 'USDT', 'tron');
    const codeOf = async (change: object): Promise<unknown> =>
      (await withdraw(person, { currency: 'USDT', amount: '100', network: 'bsc', address, ...change })).body['code'];
    expect(await codeOf({ amount: '1000.000001' })).toBe('insufficient_funds');
    expect(await codeOf({ amount: '9.999999' })).toBe('withdrawal_below_minimum');
    expect(await codeOf({ amount: '' })).toBe('invalid_amount');
    expect(await codeOf({ address: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' })).toBe('not_practice_address');
    expect(await codeOf({ address: `${address}q` })).toBe('address_checksum');
    expect(await codeOf({ address: tron })).toBe('address_other_family');
    expect(await codeOf({ memo: '12' })).toBe('memo_not_supported');
    expect(await codeOf({ network: 'tron', address: tron, memo: 'пишите @me' })).toBe('invalid_memo');
    expect(await codeOf({ network: 'bitcoin' })).toBe('asset_not_on_network');
    expect(await available(person)).toBe('1000');
  });

  it('L6 C4 to a card is paid or comes back as its bank says, once for one key; a blocked person may too', async () => {
    const person = await server.register();
    await database.owner.query(`UPDATE users SET block_reason = 'conduct' WHERE phone = $1`, [person.phone]);
    await until(async () => (await person.get('/auth/profile')).body['isBlocked'] === true);
    const pay = (body: object, key: string): Promise<Answer> =>
      person.post('/payments/withdraw/card', body, { headers: keyOf(key) });
    const body = { amount: '100', card: 'secure' };
    const made = await Promise.all([1, 2, 3].map(() => pay(body, 'one')));
    expect(made[0]?.body).toMatchObject({ type: 'withdraw', status: 'pending', amount: '100', card: 'secure' });
    if (made[0] !== undefined)
      expect(await ended(person, made[0])).toMatchObject({ status: 'completed', value: '100' });
    expect(new Set([...made, await pay(body, 'one')].map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect((await pay({ ...body, card: 'approved' }, 'one')).body['code']).toBe('idempotency_conflict');
    const declined = await pay({ amount: '200', card: 'declined' }, 'two');
    expect(await ended(person, declined)).toMatchObject({ status: 'failed', failure: 'bankDeclined', value: null });
    expect((await person.get('/trading/balance')).body).toMatchObject({ available: '900', locked: '0', total: '900' });
    expect((await pay({ amount: '900.000001', card: 'approved' }, 'three')).body['code']).toBe('insufficient_funds');
    expect((await pay({ amount: '9.99', card: 'approved' }, 'four')).body['code']).toBe('withdrawal_below_minimum');
    expect((await pay({ amount: '10', card: '4276550012345678' }, 'five')).body['code']).toBe('invalid_request');
  });

  it('L6 has one effect and one answer for one key', async () => {
    const person = await server.register();
    const { address } = await walletOf(person, 'USDT', 'bsc');
    const body = { currency: 'USDT', amount: '100', network: 'bsc', address };
    const made = await Promise.all([1, 2, 3].map(() => withdraw(person, body, 'one')));
    expect(new Set(made.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    clock.jump(CONFIRMED_MS);
    if (made[0] !== undefined) await ended(person, made[0]);
    expect((await withdraw(person, body, 'one')).body).toEqual(made[0]?.body);
    expect((await withdraw(person, { ...body, amount: '101' }, 'one')).body['code']).toBe('idempotency_conflict');
    expect(await available(person)).toBe('900');
  });

  it('is one of twenty at most that wait, a repetition included', async () => {
    const person = await server.register();
    const { address } = await walletOf(person, 'USDT', 'bsc');
    const body = { currency: 'USDT', amount: '10', network: 'bsc', address };
    for (let n = 0; n < 20; n += 1) expect((await withdraw(person, body, `key-${n}`)).status).toBe(200);
    expect((await withdraw(person, body)).body['code']).toBe('too_many_operations');
    expect((await withdraw(person, body, 'key-3')).status).toBe(200);
    expect((await person.post('/payments/deposit/card', { amountRub: 5000, card: 'approved' })).body['code']).toBe(
      'too_many_operations',
    );
  });
});

describe('a card top-up', () => {
  const begin = async (person: Person, card: string, amountRub = 9_500): Promise<CardAnswer> => {
    const { status, body } = await person.post('/payments/deposit/card', { amountRub, card });
    expect(status).toBe(200);
    return body as unknown as CardAnswer;
  };
  const confirm = (person: Person, { operation: { id } }: CardAnswer, code?: string): Promise<Answer> =>
    person.post(`/payments/deposit/card/${id}/confirm`, code === undefined ? {} : { code });

  it.each([
    ['approved', { status: 'completed', failure: null, value: '100' }, '1100'],
    ['declined', { status: 'failed', failure: 'bankDeclined', value: null }, '1000'],
    ['insufficient', { status: 'failed', failure: 'cardFunds', value: null }, '1000'],
  ])('with the %s card ends as its name says', async (card, end, total) => {
    const person = await server.register();
    const begun = await begin(person, card);
    expect(begun).toMatchObject({
      bank: { kind: 'confirm' },
      operation: { type: 'card', card, amount: '9500', currency: 'RUB', network: null, status: 'pending' },
    });
    expect(begun.operation.code).toMatch(/^REQ\d{6,12}$/);
    expect((await confirm(person, begun)).body).toMatchObject({ bank: null, operation: end });
    expect(await available(person)).toBe(total);
  });

  it('with the secure card is confirmed by the code of the message, with three attempts', async () => {
    const person = await server.register();
    const [right, wrong] = [await begin(person, 'secure'), await begin(person, 'secure')];
    const codeIn = ({ bank }: CardAnswer): string =>
      /код (\d{4})$/.exec(bank?.kind === 'code' ? bank.message : '')?.[1] ?? '';
    expect((await person.get(`/payments/deposit/card/${right.operation.id}`)).body).toEqual({ ...right });
    expect((await confirm(person, right, codeIn(right))).body).toMatchObject({ operation: { status: 'completed' } });
    const bad = codeIn(wrong) === '0000' ? '0001' : '0000';
    expect((await confirm(person, wrong, bad)).body).toMatchObject({
      code: 'bank_code_wrong',
      details: { attemptsLeft: 2 },
    });
    expect((await confirm(person, wrong, bad)).body).toMatchObject({
      code: 'bank_code_wrong',
      details: { attemptsLeft: 1 },
    });
    expect((await confirm(person, wrong, bad)).body).toMatchObject({ bank: null, operation: { failure: 'wrongCode' } });
    expect((await confirm(person, wrong, codeIn(wrong))).body['code']).toBe('operation_settled');
    expect((await confirm(person, wrong, '12345')).body['code']).toBe('invalid_request');
    expect(await available(person)).toBe('1100');
  });

  it('can be cancelled, and expires by itself', async () => {
    const person = await server.register();
    const [cancelled, expired] = [await begin(person, 'approved'), await begin(person, 'approved')];
    const answer = await person.post(`/payments/deposit/card/${cancelled.operation.id}/cancel`);
    expect(answer.body).toMatchObject({ bank: null, operation: { status: 'failed', failure: 'cancelled' } });
    clock.jump(15 * 60_000);
    expect(await ended(person, { ...answer, body: { ...expired.operation } })).toMatchObject({ failure: 'expired' });
    expect((await confirm(person, expired)).body['code']).toBe('operation_settled');
    expect(await available(person)).toBe('1000');
  });

  it('has bounds, belongs to one person and is begun once by one key', async () => {
    const [person, other] = [await server.register(), await server.register()];
    const codeOf = async (body: object): Promise<unknown> =>
      (await person.post('/payments/deposit/card', body)).body['code'];
    expect(await codeOf({ amountRub: 4_999, card: 'approved' })).toBe('card_below_minimum');
    expect(await codeOf({ amountRub: 1_000_001, card: 'approved' })).toBe('card_above_maximum');
    expect(await codeOf({ amountRub: 5_000.5, card: 'approved' })).toBe('invalid_amount');
    expect(await codeOf({ amountRub: '5000', card: 'approved' })).toBe('invalid_request');
    expect(await codeOf({ amountRub: 5_000, card: '4111111111111111' })).toBe('invalid_request');
    const headers = keyOf('one');
    const body = { amountRub: 5_000, card: 'secure' };
    const [first, second] = await Promise.all(
      [1, 2].map(() => person.post('/payments/deposit/card', body, { headers })),
    );
    expect(second?.body).toEqual(first?.body);
    const id = (first?.body as unknown as CardAnswer | undefined)?.operation.id ?? '';
    expect((await other.get(`/payments/deposit/card/${id}`)).status).toBe(404);
    expect((await other.post(`/payments/deposit/card/${id}/cancel`)).status).toBe(404);
    expect((await other.get(`/payments/transactions/${id}`)).body['code']).toBe('operation_not_found');
  });
});

describe('operations', () => {
  it('are listed newest first, page by page, by type and by status', async () => {
    const person = await server.register();
    const { address } = await walletOf(person, 'USDT', 'bsc');
    for (const card of ['approved', 'declined'] as const) {
      const { body } = await person.post('/payments/deposit/card', { amountRub: 5_000, card });
      await person.post(`/payments/deposit/card/${(body as unknown as CardAnswer).operation.id}/confirm`, {});
    }
    await withdraw(person, { currency: 'USDT', amount: '10', network: 'bsc', address });
    await deposit(person, 'USDT', 'bsc', '10');
    const list = async (query: string): Promise<{ items: Operation[]; nextCursor: string | null }> =>
      (await person.get(`/payments/transactions${query}`)).body as never;
    const kinds = ({ items }: { items: Operation[] }): string[] => items.map(({ type, status }) => `${type} ${status}`);
    expect(kinds(await list(''))).toEqual(['deposit pending', 'withdraw pending', 'card failed', 'card completed']);
    expect(kinds(await list('?type=card'))).toEqual(['card failed', 'card completed']);
    expect(kinds(await list('?status=pending&type=withdraw'))).toEqual(['withdraw pending']);
    expect(kinds(await list('?status=completed'))).toEqual(['card completed']);
    const first = await list('?limit=3');
    expect(kinds(first)).toHaveLength(3);
    expect(kinds(await list(`?limit=3&cursor=${first.nextCursor}`))).toEqual(['card completed']);
    expect((await person.get('/payments/transactions?limit=201')).body['code']).toBe('invalid_request');
    expect((await person.get('/payments/transactions/99999999')).body['code']).toBe('operation_not_found');
    expect((await person.get('/payments/transactions/x')).body['code']).toBe('operation_not_found');
    const other = await server.register();
    expect((await other.get('/payments/transactions')).body).toEqual({ items: [], nextCursor: null });
  });

  it('C4 of a blocked person go on: deposits are credited, withdrawals are paid', async () => {
    const person = await server.register();
    await database.owner.query(`UPDATE users SET block_reason = 'conduct' WHERE phone = $1`, [person.phone]);
    await until(async () => (await person.get('/auth/profile')).body['isBlocked'] === true);
    const { address } = await walletOf(person, 'USDT', 'bsc');
    const made = [
      await deposit(person, 'USDT', 'bsc', '50'),
      await withdraw(person, { currency: 'USDT', amount: '100', network: 'bsc', address }),
    ];
    await until(async () => (await operation(person, String(made[1]?.body['id']))).txHash !== null);
    clock.jump(CONFIRMED_MS);
    for (const answer of made) expect((await ended(person, answer)).status).toBe('completed');
    expect(await available(person)).toBe('950');
  });

  it('are counted for whoever watches the server', async () => {
    const figures = await server.context.services.metrics();
    for (const type of ['deposit', 'withdraw', 'card']) {
      expect(figures).toMatch(new RegExp(`plecho_operations_pending\\{type="${type}"\\} \\d+`));
      expect(figures).toMatch(new RegExp(`plecho_operations_completed_total\\{type="${type}"\\} [1-9]`));
    }
    expect(figures).toMatch(/plecho_operations_failed_total\{type="card"\} [1-9]/);
  });
});
