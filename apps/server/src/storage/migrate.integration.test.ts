import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { alone, createSchema, dropSchema } from '../../test/harness/database.ts';
import { connectClient, type Target } from './connection.ts';
import { migrate } from './migrate.ts';

const NEIGHBOUR = 'test_neighbour';
let target: Target;

beforeAll(async () => {
  target = await createSchema(inject('databaseUrl'));
});
afterAll(() => dropSchema(target));

it('a schema of somebody else that comes and goes does not disturb a start', async () => {
  const neighbour = await connectClient({ connectionString: target.ownerUrl });
  let isOver = false;
  const comeAndGo = async (): Promise<void> => {
    while (!isOver) {
      await neighbour.query(`CREATE SCHEMA ${NEIGHBOUR}`);
      await neighbour.query(`CREATE TABLE ${NEIGHBOUR}.things (id bigint)`);
      await neighbour.query(`DROP SCHEMA ${NEIGHBOUR} CASCADE`);
    }
  };
  const neighbours = comeAndGo();
  try {
    for (let start = 0; start < 5; start += 1) expect((await migrate(target)).schema).toBe(target.schema);
  } finally {
    isOver = true;
    await neighbours;
    await neighbour.end();
  }
});

it('processes that start at once on an empty database prepare it one after another', async () => {
  const installation = { ownerUrl: target.ownerUrl, schema: 'test_at_once' };
  const results = await alone(target.ownerUrl, () =>
    Promise.allSettled(Array.from({ length: 4 }, () => migrate(installation))),
  );
  await dropSchema(installation);
  expect(results).toEqual(
    Array.from({ length: 4 }, () => ({ status: 'fulfilled', value: { ...target, ...installation } })),
  );
});
