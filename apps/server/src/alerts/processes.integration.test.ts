import type { ProcessRole } from '@plecho/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { useNats } from '../../test/harness/nats.ts';
import { newPhone, PASSWORD, Person, until } from '../../test/support/server.ts';
import { TestFeed } from '../../test/support/test-feed.ts';
import { createContext, type Context } from '../context.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';

const db = useDatabase();
const nats = useNats();
let feed: TestFeed;
let edge: Context;
let engine: Context;

/** A process of the installation; an engine has prices that the test gives. */
function start(...roles: ProcessRole[]): Promise<Context> {
  const own = new TestFeed();
  if (roles.includes('engine')) feed = own;
  return createContext({
    ...{ target: db.target, clock: systemClock, log: createLogger('silent'), roles, natsUrl: new URL(nats.url) },
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
    createFeed: () => Promise.resolve(own),
  });
}

beforeAll(async () => {
  engine = await start('engine', 'jobs');
  edge = await start('edge');
});
afterAll(async () => {
  await edge.close();
  await engine.close();
});

const cross = (level: string): object => ({ kind: 'cross', symbol: 'BTCUSDT', level, pause: null, expiresAt: null });

describe('alerts among several processes', () => {
  it('M8 are set at an edge, rung where the market is, by whoever has it next too, and read at the edge', async () => {
    const person = new Person(edge);
    const ask = async (alert: object): Promise<number> => (await person.post('/trading/alerts', alert)).status;
    const rung = async (): Promise<unknown[]> =>
      ((await person.get('/trading/alerts/history')).body['items'] as { price: string }[]).map(({ price }) => price);
    feed.tick('BTCUSDT', '100');
    await until(async () => {
      feed.tick('BTCUSDT', '100');
      return (await person.post('/auth/register', { phone: newPhone(), password: PASSWORD })).status === 200;
    });
    await until(async () => {
      feed.tick('BTCUSDT', '100');
      return (await ask(cross('110'))) === 200;
    });
    expect(await ask(cross('120'))).toBe(200);
    await until(async () => {
      feed.tick('BTCUSDT', '111');
      return (await rung()).length === 1;
    });
    await engine.close();
    engine = await start('engine', 'jobs');
    await until(async () => {
      feed.tick('BTCUSDT', '121');
      return (await rung()).length === 2;
    });
    expect(await rung()).toEqual(['121', '111']);
  });
});
