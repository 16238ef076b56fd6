import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useOwnDatabase } from '../../test/harness/database.ts';
import { createMarket, fillMarket } from '../../test/harness/trading.ts';
import {
  appConfig,
  asOwner,
  connectClient,
  createPool,
  PRODUCT_SCHEMA,
  type Installation,
  type Target,
} from './connection.ts';
import { BATCH_LISTS } from './journal/batch-lists.ts';
import { migrate } from './migrate.ts';

// A database of its own: its role is nobody else's, so that it can be spoiled.
const database = useOwnDatabase('plecho_role');
const ROLE = 'plecho_role_app';

let installation: Installation;
let target: Target;

const owner = async (...statements: string[]): Promise<void> =>
  asOwner(installation, async (client) => {
    for (const sql of statements) await client.query(sql);
  });

async function enter(password: string): Promise<string> {
  const client = await connectClient({ ...appConfig(target), password });
  const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
  await client.end();
  return rows[0]?.name ?? '';
}

beforeAll(async () => {
  installation = { ownerUrl: database.url, schema: PRODUCT_SCHEMA };
  target = await migrate(installation);
});

describe('the password of the application', () => {
  it('S12 is made once, at random, and found again by every start', async () => {
    expect(target.app).toEqual({ user: ROLE, password: expect.stringMatching(/^[\w-]{32}$/) });
    expect((await migrate(installation)).app).toEqual(target.app);
    expect(await enter(target.app.password)).toBe(ROLE);
  });

  it('S12 is not to be guessed from what the connection string says', async () => {
    const secrets = ['', decodeURIComponent(new URL(database.url).password)];
    const guesses = secrets.map((secret) =>
      createHmac('sha256', secret).update('plecho application role of plecho_role').digest('base64url'),
    );
    for (const guess of [ROLE, 'postgres', ...guesses]) {
      await expect(enter(guess)).rejects.toThrow('password authentication failed');
    }
    await expect(enter('')).rejects.toThrow('password must be');
  });

  it('S12 is the owner’s to read and goes to the database as a hash', async () => {
    const client = await connectClient(appConfig(target));
    await expect(client.query('SELECT * FROM plecho_private.application_roles')).rejects.toThrow('permission denied');
    await client.end();
    await asOwner(installation, async (asked) => {
      const { rows } = await asked.query<{ kept: string }>(
        'SELECT rolpassword AS kept FROM pg_authid WHERE rolname = $1',
        [ROLE],
      );
      expect(rows[0]?.kept).toMatch(/^SCRAM-SHA-256\$/);
    });
  });

  it('S12 is put back when somebody changed it or the role is gone', async () => {
    await owner(`ALTER ROLE ${ROLE} PASSWORD 'changed'`);
    expect((await migrate(installation)).app).toEqual(target.app);
    await owner(`DROP OWNED BY ${ROLE}`, `DROP ROLE ${ROLE}`);
    expect((await migrate(installation)).app).toEqual(target.app);
    expect(await enter(target.app.password)).toBe(ROLE);
  });

  it('two first starts at the same time agree on it', async () => {
    await owner('DROP SCHEMA plecho_private CASCADE', `DROP OWNED BY ${ROLE}`, `DROP ROLE ${ROLE}`);
    const [one, two] = await Promise.all([migrate(installation), migrate(installation)]);
    expect(one.app).toEqual(two.app);
    target = one;
    expect(await enter(one.app.password)).toBe(ROLE);
  });
});

describe('S12 a start is refused, in one line, when the role', () => {
  let mend: string[] = [];
  afterEach(async () => {
    await owner(...mend);
    await migrate(installation);
  });

  it.each([
    ['is almighty', `ALTER ROLE ${ROLE} SUPERUSER`, `ALTER ROLE ${ROLE} NOSUPERUSER`, 'SUPERUSER'],
    ['makes roles', `ALTER ROLE ${ROLE} CREATEROLE`, `ALTER ROLE ${ROLE} NOCREATEROLE`, 'CREATEROLE'],
    [
      ...['is another one too', `GRANT pg_read_all_data TO ${ROLE}`, `REVOKE pg_read_all_data FROM ${ROLE}`],
      'membership in pg_read_all_data',
    ],
    [
      ...['makes tables', `GRANT CREATE ON SCHEMA public TO ${ROLE}`, `REVOKE CREATE ON SCHEMA public FROM ${ROLE}`],
      'CREATE on the schema public',
    ],
    [
      ...['makes schemas', `GRANT CREATE ON DATABASE plecho_role TO ${ROLE}`],
      ...[`REVOKE CREATE ON DATABASE plecho_role FROM ${ROLE}`, 'CREATE on the database'],
    ],
  ])('%s', async (_what, spoil, mending, message) => {
    mend = [mending];
    await owner(spoil);
    await expect(migrate(installation)).rejects.toThrow(
      new RegExp(`^the database could not be prepared: the role ${ROLE} may do more than .+: .*${message}.*$`),
    );
  });

  it('is the owner', async () => {
    mend = [`ALTER ROLE ${ROLE} NOSUPERUSER`];
    await owner(`ALTER ROLE ${ROLE} SUPERUSER`);
    const url = new URL(database.url);
    [url.username, url.password] = [ROLE, target.app.password];
    await expect(migrate({ ...installation, ownerUrl: url.href })).rejects.toThrow(
      `its owner can't be ${ROLE}, the role of the application`,
    );
    expect(await enter(target.app.password)).toBe(ROLE);
  });
});

describe('an owner who is no superuser', () => {
  // Run in the opposite order: the database goes first.
  afterAll(() => owner('DROP ROLE plecho_small'));
  const small = useOwnDatabase('plecho_small_one');

  it('S12 prepares everything, again and again', async () => {
    await owner(
      `CREATE ROLE plecho_small LOGIN CREATEROLE PASSWORD 'small'`,
      'ALTER DATABASE plecho_small_one OWNER TO plecho_small',
    );
    const url = new URL(small.url);
    [url.username, url.password] = ['plecho_small', 'small'];
    await migrate({ ownerUrl: url.href, schema: PRODUCT_SCHEMA });
    const prepared = await migrate({ ownerUrl: url.href, schema: PRODUCT_SCHEMA });
    const pool = createPool({ ...appConfig(prepared), max: 1 });
    await fillMarket({ pool, target: prepared });
    await expect(pool.query('UPDATE ledger_accounts SET balance = 1')).rejects.toThrow('permission denied');
    await pool.end();
  });
});

describe('functions that work with the rights of the owner', () => {
  const EMPTY = Array.from({ length: Object.keys(BATCH_LISTS).length - 1 }, () => `'{}'`).join(', ');
  const appendPrice = (seq: number): string =>
    `SELECT ${PRODUCT_SCHEMA}.append_batch('{"(main,${seq},BTCUSDT,1,1)"}', ${EMPTY})`;

  it('S12 find the product’s tables whatever the caller puts before them', async () => {
    await createMarket(target);
    await owner('GRANT TEMPORARY ON DATABASE plecho_role TO PUBLIC');
    const client = await connectClient(appConfig(target));
    const columns = 'market_id text, seq bigint, symbol text, price bigint, time bigint';
    await client.query(`CREATE TEMPORARY TABLE price_records (${columns})`);
    for (const [seq, path] of ['pg_temp', `pg_temp, ${PRODUCT_SCHEMA}`, 'pg_catalog', PRODUCT_SCHEMA].entries()) {
      await client.query(`SET search_path = ${path}`);
      await client.query(appendPrice(seq + 1));
    }
    const { rows } = await client.query<{ real: bigint; planted: bigint }>(
      `SELECT (SELECT count(*) FROM ${PRODUCT_SCHEMA}.price_records) AS real,
              (SELECT count(*) FROM pg_temp.price_records) AS planted`,
    );
    await client.end();
    await owner('REVOKE TEMPORARY ON DATABASE plecho_role FROM PUBLIC');
    expect(rows).toEqual([{ real: 4n, planted: 0n }]);
  });
});
