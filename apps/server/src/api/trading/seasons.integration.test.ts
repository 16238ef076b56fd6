import { balance, ERRORS, season, seasonList, tradeList, type ErrorCode, type Season } from '@plecho/contract';
import { expect, it } from 'vitest';
import { namedKey } from '../../../../../tools/product/request-key.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { useServer, type Answer, type Person } from '../../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);

const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };

function expectProblem({ status, body }: Answer, code: ErrorCode): void {
  expect(body).toMatchObject({ code, error: ERRORS[code].text });
  expect(status).toBe(ERRORS[code].status);
}

async function seasonsOf(person: Person): Promise<Season[]> {
  return seasonList.parse((await person.get('/trading/seasons')).body).items;
}

async function tradesOf(person: Person, query: string): Promise<string[]> {
  const { items } = tradeList.parse((await person.get(`/trading/trades?${query}`)).body);
  return items.map(({ amount }) => amount);
}

async function openAndClose(person: Person, amount: string, exit: string): Promise<void> {
  const { body } = await person.post('/trading/positions', { ...LONG, amount });
  server.feed.tick('BTCUSDT', exit);
  expect((await person.delete(`/trading/positions/${String(body['id'])}`)).status).toBe(200);
  server.feed.tick('BTCUSDT', '100');
}

it('an account begins in its first season', async () => {
  const person = await server.register();
  expect(await seasonsOf(person)).toEqual([
    {
      ...{ market: 'main', number: 1, startedAt: expect.any(Number), endedAt: null, startBalance: '1000' },
      ...{ endBalance: null, realisedPnl: '0', trades: 0, liquidations: 0 },
    },
  ]);
});

it('P3 a fresh start closes everything and keeps what was for ever', async () => {
  const person = await server.register();
  await openAndClose(person, '50', '101');
  await person.post('/trading/positions', LONG);
  await person.post('/trading/orders', { ...LONG, limitPrice: '95' });
  const answer = await person.post('/trading/seasons', undefined, {
    headers: { 'idempotency-key': namedKey('again') },
  });
  expect(answer.status).toBe(200);
  const current = season.parse(answer.body);
  expect(current).toMatchObject({ number: 2, endedAt: null, realisedPnl: '0', trades: 0 });
  expect(balance.parse((await person.get('/trading/balance')).body)).toMatchObject({
    ...{ season: 2, total: '1000', available: '1000', inPositions: '0', inOrders: '0', totalPnL: '0' },
  });
  const [, first] = await seasonsOf(person);
  expect(first).toMatchObject({ number: 1, endBalance: '1005', realisedPnl: '5', trades: 2, liquidations: 0 });
  expect(first?.endedAt).toBe(current.startedAt);

  await openAndClose(person, '70', '99');
  expect(await tradesOf(person, '')).toEqual(['70', '100', '50']);
  expect(await tradesOf(person, 'season=1')).toEqual(['100', '50']);
  expect(await tradesOf(person, 'season=1&limit=1')).toEqual(['100']);
  expect(await tradesOf(person, 'season=2')).toEqual(['70']);
  expectProblem(await person.get('/trading/trades?season=3'), 'season_not_found');
  expectProblem(await person.get('/trading/trades?season=0'), 'invalid_request');

  expect(
    (await person.post('/trading/seasons', undefined, { headers: { 'idempotency-key': namedKey('again') } })).status,
  ).toBe(200);
  expect((await seasonsOf(person)).map(({ number }) => number)).toEqual([2, 1]);
  await person.post('/trading/seasons');
  expect((await seasonsOf(person)).map(({ number, trades, realisedPnl }) => [number, trades, realisedPnl])).toEqual([
    [3, 0, '0'],
    [2, 1, '-7'],
    [1, 2, '5'],
  ]);
});

it('a liquidation stays countable after a fresh start', async () => {
  const person = await server.register();
  await person.post('/trading/positions', LONG);
  server.feed.tick('BTCUSDT', '89');
  await expect.poll(async () => (await seasonsOf(person))[0]?.liquidations).toBe(1);
  await person.post('/trading/seasons');
  expect((await seasonsOf(person)).map(({ liquidations }) => liquidations)).toEqual([0, 1]);
});

it('E1 what is locked for a withdrawal stays locked', async () => {
  const person = await server.register();
  const { id } = (await person.get('/auth/profile')).body;
  const accountId = await server.context.services.accountIds.find(BigInt(String(id)), 'main');
  const address = `sim1e${'q'.repeat(38)}`;
  const outcome = await server.context.services.markets.submit('main', {
    ...{ type: 'withdraw', accountId, asset: 'USDT', amount: 300_000_000n, network: 'bsc', address, memo: null },
    isLimitReached: false,
  });
  expect(outcome.ok).toBe(true);
  await person.post('/trading/seasons');
  expect(balance.parse((await person.get('/trading/balance')).body)).toMatchObject({
    available: '1000',
    locked: '300',
  });
});

it('S6 is nobody else’s to start or to see', async () => {
  expectProblem(await server.stranger().get('/trading/seasons'), 'unauthorized');
  expectProblem(await server.stranger().post('/trading/seasons'), 'unauthorized');
  const person = await server.register();
  expectProblem(await person.post('/trading/seasons?market=nowhere'), 'unknown_market');
});
