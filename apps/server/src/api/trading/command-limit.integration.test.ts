import { expect, it } from 'vitest';
import { newKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { JumpingClock } from '../../../test/support/jumping-clock.ts';
import { useServer, type Answer, type Person } from '../../../test/support/server.ts';

const BURST = 6;
/** One in a thousand seconds: none comes back while a test runs, however busy the machine is. */
const REFILL_S = 1_000;
const LIMIT = { perSecond: 1 / REFILL_S, burst: BURST };

const clock = new JumpingClock();
const database = useDatabase();
const server = useServer(database, { clock, limits: { commands: LIMIT } });
const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '1', leverage: 2 };

const open = (person: Person, key = newKey()): Promise<Answer> =>
  person.post('/trading/positions', LONG, { headers: { 'idempotency-key': key } });

const positionsOf = async (person: Person): Promise<number> =>
  ((await person.get('/trading/positions')).body['items'] as unknown[]).length;

async function empty(person: Person, but = 0): Promise<void> {
  for (let n = 0; n < BURST - but; n += 1) expect((await open(person)).status).toBe(200);
}

it('commands of one account beyond the limit are refused with the seconds, and others go on', async () => {
  const [busy, other] = [await server.register(), await server.register()];
  const answers = await Promise.all(Array.from({ length: BURST + 4 }, () => open(busy)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  for (const { body, response } of refused) {
    const seconds = Number(response.headers['retry-after']);
    const error = `Слишком много команд подряд. Повторите через ${seconds} с.`;
    expect(body).toEqual({ error, code: 'too_many_commands' });
    expect([seconds > REFILL_S - 60, seconds <= REFILL_S]).toEqual([true, true]);
  }
  expect(await positionsOf(busy)).toBe(BURST);
  expect((await open(other)).status).toBe(200);
  clock.jump(REFILL_S * 1000);
  expect((await open(busy)).status).toBe(200);
  expect((await open(busy)).status).toBe(429);
});

it('every command of trading counts, also one that is refused', async () => {
  const person = await server.register();
  const id = String((await open(person)).body['id']);
  const levels = { takeProfit: null, stopLoss: '90' };
  const order = { ...LONG, limitPrice: '90' };
  expect((await person.put(`/trading/positions/${id}`, levels)).status).toBe(200);
  const placed = await person.post('/trading/orders', order);
  expect((await person.delete(`/trading/orders/${String(placed.body['id'])}`)).status).toBe(200);
  expect((await person.delete(`/trading/positions/${id}`)).status).toBe(200);
  expect((await person.delete(`/trading/positions/${id}`)).status).toBe(409);
  const all = await Promise.all([
    ...[open(person), person.put(`/trading/positions/${id}`, levels), person.delete(`/trading/positions/${id}`)],
    ...[person.post('/trading/orders', order), person.delete(`/trading/orders/${id}`), person.post('/trading/seasons')],
  ]);
  expect(all.map(({ body }) => body['code'])).toEqual(Array<string>(6).fill('too_many_commands'));
  expect((await person.post('/wallet/send', {})).body['code']).toBe('invalid_request');
});

it('C4 a withdrawal is none of them', async () => {
  const person = await server.register();
  await empty(person);
  const [{ address }] = (await person.get('/wallet')).body['items'] as [{ address: string }];
  const withdrawal = { currency: 'USDT', network: 'bsc', amount: '10', address };
  expect((await person.post('/payments/withdraw/crypto', withdrawal)).status).toBe(200);
});

it('L6 the refusal is not kept under its key, and what was answered before still is', async () => {
  const person = await server.register();
  const [first, late] = [newKey(), newKey()];
  const opened = await open(person, first);
  await empty(person, 1);
  expect((await open(person, late)).status).toBe(429);
  expect((await open(person, first)).response.body).toBe(opened.response.body);
  const other = { headers: { 'idempotency-key': first } };
  expect((await person.post('/trading/positions', { ...LONG, amount: '2' }, other)).body['code']).toBe(
    'idempotency_conflict',
  );
  clock.jump(REFILL_S * 1000);
  const done = await open(person, late);
  expect(done.status).toBe(200);
  expect((await open(person, late)).response.body).toBe(done.response.body);
  expect(await positionsOf(person)).toBe(BURST + 1);
});
