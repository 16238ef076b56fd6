import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { alone, dropSchema, useDatabase } from '../../../test/harness/database.ts';
import { batchOf, close, fillMarket, idsFrom, MARKET, open, record } from '../../../test/harness/trading.ts';
import { applyGrants } from '../apply-grants.ts';
import { appConfig, asOwner, createPool, type Installation } from '../connection.ts';
import { appendQueryOf } from '../journal/append.ts';
import { openIdSource } from '../id-source.ts';
import { BATCH_LISTS, batchList, type BatchLists } from '../journal/batch-lists.ts';
import { PgJournal } from '../journal/journal.ts';
import { columnsOf, tableOf } from '../journal/table.ts';
import { TRADES } from '../journal/tables.ts';
import { migrate } from '../migrate.ts';
import type { AccountState, Batch, TradeState } from '../../commands/batch.ts';
import { createFunctions } from './create-functions.ts';
import { FUNCTION_SET, functionsFor, type FunctionSet } from './functions.ts';

const db = useDatabase();
const older: Installation = {
  ownerUrl: inject('databaseUrl'),
  schema: `test_${randomBytes(6).toString('hex')}`,
};
afterAll(() => dropSchema(older));

async function functionsOf(
  installation: Installation,
): Promise<{ id: number; name: string; made_of: string | null }[]> {
  const { rows } = await asOwner(installation, (owner) =>
    owner.query<{ id: number; name: string; made_of: string | null }>(
      `SELECT oid::integer AS id, proname::text AS name, obj_description(oid, 'pg_proc') AS made_of FROM pg_proc
       WHERE pronamespace = current_schema::regnamespace AND proname = ANY ($1) ORDER BY 2`,
      [FUNCTION_SET.functions.map(({ name }) => name)],
    ),
  );
  return rows;
}

it('an older database gets the functions of this program and keeps none of its own', async () => {
  await alone(older.ownerUrl, () => migrate(older, '016-card-payouts'));
  expect((await functionsOf(older)).map(({ made_of: madeOf }) => madeOf)).toEqual([null, null, null]);
  const target = await alone(older.ownerUrl, () => migrate(older));
  const made = await functionsOf(older);
  expect(made.map(({ name }) => name)).toEqual(FUNCTION_SET.functions.map(({ name }) => name).toSorted());
  for (const { made_of: madeOf } of made) expect(madeOf).toMatch(/^made of [0-9a-f]{64} in 1$/);
  const pool = createPool({ ...appConfig(target), max: 1 });
  await fillMarket({ pool, target });
  await pool.end();
});

it('functions are left as they are by a start that knows them', async () => {
  const before = await functionsOf(db.target);
  await migrate(db.target);
  expect(await functionsOf(db.target)).toEqual(before);
});

it('functions that somebody has dropped, or given other arguments, are made anew', async () => {
  const before = await functionsOf(db.target);
  await db.owner.query(`
    DROP FUNCTION forget_outcomes;
    CREATE FUNCTION append_transfers(more bigint) RETURNS bigint LANGUAGE sql AS 'SELECT more'`);
  await migrate(db.target);
  const after = await functionsOf(db.target);
  const shape = ({ name, made_of: madeOf }: { name: string; made_of: string | null }) => [
    name,
    madeOf?.replace(/ in \d+$/, ''),
  ];
  expect(after.map(shape)).toEqual(before.map(shape));
});

/** A version that follows: closed trades have another column, and what draws ids is written another way. */
function nextVersion(column: string): { lists: BatchLists; functions: FunctionSet } {
  const noted = tableOf('trades', {
    [column]: columnsOf<TradeState>().text(({ reason }) => `"closed" by {${reason}}, \\ and noted`),
    ...TRADES.columns,
  });
  const lists = { ...BATCH_LISTS, trades: batchList(noted, (batch) => batch.trades) };
  const { types, functions } = functionsFor(lists);
  const reworded = functions.map((each) => ({
    ...each,
    sql: each.sql.replace('array_agg(nextval', 'array_agg( nextval'),
  }));
  return { lists, functions: { types, functions: reworded } };
}

const upgrade = (functions: FunctionSet): Promise<void> =>
  asOwner(db.target, async (owner) => {
    await owner.query('BEGIN');
    await createFunctions(owner, functions);
    await applyGrants(owner, db.target);
    await owner.query('COMMIT');
  });

describe('an upgrade', () => {
  const ids = idsFrom(1_000_000n);
  let seq = 1n;
  let account: AccountState;
  beforeAll(async () => {
    const [filled] = await fillMarket(db);
    if (filled === undefined) throw new Error('an account was asked for');
    account = filled;
  });

  /** Opened and closed. */
  function roundTrip(): Batch {
    const at = record((seq += 1n));
    const { position, transfer } = open(ids, account, at, 1_000_000n);
    const closed = close(ids, account, position, position.margin);
    return batchOf({
      priceRecords: [at],
      transfers: [transfer, closed.transfer],
      accounts: [{ ...account }],
      trades: [closed.trade],
    });
  }

  async function appendAs(lists: BatchLists, batch: Batch): Promise<void> {
    const { rows } = await db.pool.query<{ number: number }>('SELECT number FROM markets WHERE id = $1', [MARKET.id]);
    // A statement has its name once on a connection, and these are of several versions.
    const { text, values } = appendQueryOf(lists)(batch, BigInt(rows[0]?.number ?? 0));
    await db.pool.query({ text, ...(values === undefined ? {} : { values }) });
  }

  const countOf = async (name: string): Promise<number> =>
    (await functionsOf(db.target)).filter((each) => each.name === name).length;

  it('leaves processes of the version before their functions, on connections that are open and on new ones', async () => {
    await db.owner.query('ALTER TABLE trades ADD COLUMN note text');
    const before = new PgJournal(db.target, MARKET.id);
    await before.append(roundTrip());
    const source = await openIdSource(db.pool);
    await source.draw();

    const next = nextVersion('note');
    await upgrade(next.functions);
    await before.append(roundTrip());
    await before.close();
    const another = new PgJournal(db.target, MARKET.id);
    await another.append(roundTrip());
    await another.close();
    await source.renew();
    expect(await source.draw()).toBeGreaterThan(0n);

    const batch = roundTrip();
    await appendAs(next.lists, batch);
    const { rows } = await db.owner.query<{ note: string | null }>('SELECT note FROM trades WHERE id = $1', [
      batch.trades[0]?.id,
    ]);
    expect(rows).toEqual([{ note: '"closed" by {user}, \\ and noted' }]);
    expect(await countOf('append_batch')).toBe(2);
    expect(await countOf('draw_ids')).toBe(1);
  });

  it('leaves nothing of the version before that one, and goes back to this one as well', async () => {
    await db.owner.query('ALTER TABLE trades ADD COLUMN remark text');
    const [next, last] = [nextVersion('note'), nextVersion('remark')];
    await upgrade(last.functions);
    await appendAs(last.lists, roundTrip());
    await appendAs(next.lists, roundTrip());
    await expect(appendAs(BATCH_LISTS, roundTrip())).rejects.toMatchObject({ code: '42704' });
    expect(await countOf('append_batch')).toBe(2);
    const { rows: types } = await db.owner.query(
      `SELECT FROM pg_type WHERE typnamespace = current_schema::regnamespace AND typname LIKE 'trades_row_%'`,
    );
    expect(types).toHaveLength(2);
  });

  it('after a step back leaves the version that was used last, not the one that was made last', async () => {
    const [next, last] = [nextVersion('note'), nextVersion('remark')];
    await upgrade(next.functions);
    await upgrade(last.functions);
    await upgrade(next.functions);
    await upgrade(FUNCTION_SET);
    await appendAs(next.lists, roundTrip());
    await expect(appendAs(last.lists, roundTrip())).rejects.toMatchObject({ code: '42704' });
  });

  it('leaves a function that this version has under no name to those who call it, for one version', async () => {
    const { types, functions } = FUNCTION_SET;
    const sql = `CREATE OR REPLACE FUNCTION former() RETURNS integer LANGUAGE sql AS 'SELECT 1'`;
    await upgrade({ types, functions: [...functions, { name: 'former', signature: 'former()', sql }] });
    await db.owner.query(`GRANT EXECUTE ON FUNCTION former TO ${db.target.app.user}`);
    await upgrade(FUNCTION_SET);
    expect((await db.pool.query('SELECT former()')).rows).toEqual([{ former: 1 }]);
    await upgrade(nextVersion('note').functions);
    await expect(db.pool.query('SELECT former()')).rejects.toMatchObject({ code: '42883' });
    await db.owner.query('ALTER TABLE trades DROP COLUMN remark, DROP COLUMN note');
    await migrate(db.target);
    await appendAs(BATCH_LISTS, roundTrip());
  });
});
