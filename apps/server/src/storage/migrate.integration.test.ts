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
  const results = await alone(target.ownerUrl, async (client) => {
    const key = [installation.schema];
    await client.query("SELECT pg_advisory_lock(hashtext('plecho migrations'), hashtext($1))", key);
    const starts = Promise.allSettled([migrate(installation), migrate(installation), migrate(installation)]);
    // Nothing is done while somebody else is at it.
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND objid::bigint = hashtext($1)::bigint & 4294967295`;
    await expect.poll(async () => (await client.query(waiting, key)).rowCount).toBe(3);
    expect((await client.query('SELECT FROM pg_namespace WHERE nspname = $1', key)).rowCount).toBe(0);
    await client.query("SELECT pg_advisory_unlock(hashtext('plecho migrations'), hashtext($1))", key);
    return starts;
  });
  await dropSchema(installation);
  const prepared = { status: 'fulfilled', value: { ...target, ...installation } };
  expect(results).toEqual([prepared, prepared, prepared]);
});

it('a database of a later version is left as it is, with one clear line', async () => {
  await alone(target.ownerUrl, async (client) => {
    const later = ['999-later'];
    const table = `${target.schema}.kysely_migration`;
    await client.query(`INSERT INTO ${table} (name, timestamp) VALUES ($1, now()::text)`, later);
    await expect(migrate(target)).rejects.toThrow(
      'the database is of a later version of the program: it has the migration 999-later, unknown here',
    );
    await client.query(`DELETE FROM ${table} WHERE name = $1`, later);
    await migrate(target);
  });
});
