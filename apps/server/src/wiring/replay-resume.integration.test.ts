import { replaySession } from '@plecho/contract';
import type { ProcessRole } from '@plecho/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { useNats } from '../../test/harness/nats.ts';
import { newPhone, PASSWORD, Person, until } from '../../test/support/server.ts';
import { TestFeed } from '../../test/support/test-feed.ts';
import { createContext, type Context } from '../context.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { connectClient, ownerConfig } from '../storage/connection.ts';
import { askToResume, type ResumeAnswer } from '../storage/resume-requests.ts';

const db = useDatabase();
const nats = useNats();
const feed = new TestFeed(['BTCUSDT']);
let edge: Context;
let engine: Context;

const start = (...roles: ProcessRole[]): Promise<Context> =>
  createContext({
    ...{ target: db.target, clock: systemClock, log: createLogger('silent'), roles, natsUrl: new URL(nats.url) },
    passwordCost: { memoryCost: 1024, timeCost: 1, parallelism: 1 },
    createFeed: ({ id }) => Promise.resolve(id === 'main' ? feed : null),
  });

beforeAll(async () => {
  engine = await start('engine');
  edge = await start('edge');
});
afterAll(async () => {
  await edge.close();
  await engine.close();
});

async function ask(marketId: string): Promise<ResumeAnswer | null> {
  const client = await connectClient(ownerConfig(db.target));
  try {
    return await askToResume(client, db.target.schema, marketId);
  } finally {
    await client.end();
  }
}

it('E12 a halted personal replay is resumed by the engine that plays it, without a process that does the jobs', async () => {
  const person = new Person(edge);
  const post = async (path: string, body: object): Promise<Record<string, unknown> | null> => {
    feed.tick('BTCUSDT', '100');
    const answer = await person.post(path, body);
    return answer.status === 200 ? answer.body : null;
  };
  await until(async () => (await post('/auth/register', { phone: newPhone(), password: PASSWORD })) !== null);
  const wanted = { dataset: 'crash', symbols: ['BTCUSDT'], speed: 1, masked: false };
  let started: unknown = null;
  await until(async () => (started = await post('/replays/sessions', wanted)) !== null);
  const { market } = replaySession.parse(started);
  const long = { symbol: 'BTCUSDT', type: 'long', amount: '10', leverage: 2 };
  const order = (): Promise<unknown> => post(`/trading/positions?market=${market}`, long);
  await until(async () => (await order()) !== null);

  await engine.markets.running(market)?.halt('the books do not add up');
  await until(async () => (await engine.markets.running(market)?.stats())?.phase === 'halted');
  expect(await order()).toBeNull();
  expect(await ask(market)).toEqual({ outcome: 'resumed', reason: '' });
  await until(async () => (await order()) !== null);
  expect(await ask(market)).toEqual({ outcome: 'notHalted', reason: '' });
});
