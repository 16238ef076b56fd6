import { api, type Address } from '@plecho/contract';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { DESCRIBED } from '../described.ts';
import type { Server, Services } from '../server.ts';
import { guardClassMarkets } from './admission.ts';

/** Which market the members of its class are asked for, and what for, when somebody comes to an address. */
async function askedAt(address: Address, { inQuery = 'query' } = {}): Promise<string[]> {
  const asked: string[] = [];
  let guard = (_request: FastifyRequest): Promise<void> => Promise.resolve();
  const app = { addHook: (_name: string, hook: typeof guard) => (guard = hook) } as unknown as Server;
  const admit = (market: string, _user: bigint, purpose: string) => Promise.resolve(asked.push(`${market} ${purpose}`));
  const isEverybodys = (market: string) => market === 'main';
  guardClassMarkets(app, { classes: { admission: { admit, isEverybodys } } } as unknown as Services);
  const from = { query: { market: inQuery }, params: { id: 'id' }, body: {} };
  const { method } = address;
  await guard({ method, routeOptions: { config: { address } }, identity: { user: { id: 1n } }, ...from } as never);
  return asked;
}

/** Who has left a class closes what they have, keeps their notes, and opens nothing. */
const CLOSING = [
  ...['POST /api/trading/positions/close-all', 'PUT /api/trading/positions/:id', 'POST /api/trading/orders/cancel-all'],
  ...['POST /api/trading/positions/:id/orders', 'PUT /api/trading/trades/:id/note'],
];

it('E17 whoever trades in a market or looks at it is let in by its class first: at each address below /api/trading', async () => {
  const wrong: string[] = [];
  for (const [name, address] of DESCRIBED) {
    const { method, path } = address;
    const opens = !['GET', 'DELETE'].includes(method) && !CLOSING.includes(`${method} ${path}`);
    const looks = opens ? 'open' : 'look';
    const purpose = path === '/api/trading/candles' ? 'prices' : looks;
    const named = ['query', ...(path.startsWith('/api/trading/markets') ? ['id'] : [])];
    const expected = path.startsWith('/api/trading/') ? named.map((market) => `${market} ${purpose}`) : [];
    const asked = path === '/api/account/log' ? [] : await askedAt(address);
    if (asked.join() !== expected.join()) wrong.push(`${name}: ${asked.join()}`);
  }
  expect(wrong).toEqual([]);
});

it('E17 asks nothing about the main market, which is everybody’s', async () => {
  const { positions, markets } = api;
  expect(await askedAt(positions.list, { inQuery: 'main' })).toEqual([]);
  expect(await askedAt(markets.one, { inQuery: 'main' })).toEqual(['id look']);
});
