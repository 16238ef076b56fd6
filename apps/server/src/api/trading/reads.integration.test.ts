import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { until, useServer, type Answer, type Person } from '../../../test/support/server.ts';

const database = useDatabase();
const server = useServer(database);

const LONG = { symbol: 'BTCUSDT', type: 'long', amount: '100', leverage: 10 };
const READS = ['balance', 'positions', 'orders'];

const readAll = async (person: Person): Promise<unknown[]> => {
  const answers = await Promise.all(READS.map((what) => person.get(`/trading/${what}`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  return answers.map(({ body }) => body);
};

/** Runs `work` while the database holds what `lock` takes. */
async function whileHeld(lock: string, work: () => Promise<void>): Promise<void> {
  await database.owner.query('BEGIN');
  try {
    await database.owner.query(lock);
    await work();
  } finally {
    await database.owner.query('ROLLBACK');
  }
}

const isWaiting = async (): Promise<boolean> => {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%append_batch%'`,
  );
  return rowCount === 1;
};

describe('balance, positions and orders', () => {
  it('are answered from memory: a database that does not answer keeps nobody waiting', async () => {
    const person = await server.register();
    await person.post('/trading/positions', LONG);
    await person.post('/trading/orders', { ...LONG, limitPrice: '90' });
    const before = await readAll(person);
    expect(before).toMatchObject([
      { available: '800' },
      { items: [{ amount: '100' }] },
      { items: [{ limitPrice: '90' }] },
    ]);
    await whileHeld('LOCK TABLE accounts, positions, orders IN ACCESS EXCLUSIVE MODE', async () => {
      expect(await readAll(person)).toEqual(before);
    });
  });

  it('L7 show nothing of what is being written, and all of it as soon as it is answered', async () => {
    const [person, other] = [await server.register(), await server.register()];
    const before = await readAll(person);
    const { rows } = await database.owner.query<{ id: bigint }>('SELECT max(id) AS id FROM accounts');
    let opened: Promise<Answer[]> | undefined;
    await whileHeld(`SELECT FROM accounts WHERE id > ${rows[0]!.id - 100n} FOR UPDATE`, async () => {
      opened = Promise.all([person.post('/trading/positions', LONG), other.post('/trading/positions', LONG)]);
      await until(isWaiting);
      expect(await readAll(person)).toEqual(before);
    });
    for (const { status } of (await opened) ?? []) expect(status).toBe(200);
    expect(await readAll(person)).toMatchObject([{ inPositions: '100' }, { items: [{ amount: '100' }] }, {}]);
  });

  it('O1 come from the database when the market is halted or has lost its writer', async () => {
    const person = await server.register();
    await person.post('/trading/positions', LONG);
    const [main, accounts] = [server.context.markets.running('main'), await readAll(person)];
    const account = (await database.owner.query<{ id: bigint }>('SELECT max(id) AS id FROM accounts')).rows[0]!.id;
    expect(await main?.account(account)).not.toBeNull();
    await main?.halt('a test');
    expect(await main?.account(account)).toBeNull();
    expect(await readAll(person)).toEqual(accounts);
    await main?.resume();
    expect(await main?.account(account)).not.toBeNull();
    await database.owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND classid::bigint = hashtext($1)::bigint & 4294967295`,
      [database.target.schema],
    );
    await until(async () => (await main?.account(account)) === null);
    expect(await readAll(person)).toEqual(accounts);
  });
});
