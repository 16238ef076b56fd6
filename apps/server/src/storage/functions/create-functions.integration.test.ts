import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, it } from 'vitest';
import { alone, dropSchema, useDatabase } from '../../../test/harness/database.ts';
import { batchOf, close, fillMarket, idsFrom, MARKET, open, record } from '../../../test/harness/trading.ts';
import { applyGrants } from '../apply-grants.ts';
import { appConfig, asOwner, createPool, type Installation } from '../connection.ts';
import { appendQuery } from '../journal/append.ts';
import { BATCH_LISTS, batchList } from '../journal/batch-lists.ts';
import { columnsOf, tableOf } from '../journal/table.ts';
import { TRADES } from '../journal/tables.ts';
import { migrate } from '../migrate.ts';
import type { TradeState } from '../../commands/batch.ts';
import { createFunctions } from './create-functions.ts';
import { FUNCTION_SET, functionsFor } from './functions.ts';

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
      [FUNCTION_SET.names],
    ),
  );
  return rows;
}

it('an older database gets the functions of this program and keeps none of its own', async () => {
  await alone(older.ownerUrl, () => migrate(older, '016-card-payouts'));
  expect((await functionsOf(older)).map(({ made_of: madeOf }) => madeOf)).toEqual([null, null, null]);
  const target = await alone(older.ownerUrl, () => migrate(older));
  const made = await functionsOf(older);
  expect(made.map(({ name }) => name)).toEqual(FUNCTION_SET.names.toSorted());
  const texts = [...new Set(made.map(({ made_of: madeOf }) => madeOf))];
  expect(texts).toEqual([expect.stringMatching(/^made of [0-9a-f]{64}$/)]);
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
  const shape = ({ name, made_of: madeOf }: { name: string; made_of: string | null }) => [name, madeOf];
  expect(after.map(shape)).toEqual(before.map(shape));
});

it('a column that is added to a table of the specification reaches the call and the function', async () => {
  const [account] = await fillMarket(db);
  if (account === undefined) throw new Error('an account was asked for');
  const noted = tableOf('trades', {
    note: columnsOf<TradeState>().text(({ reason }) => `"closed" by {${reason}}, \\ and noted`),
    ...TRADES.columns,
  });
  const lists = { ...BATCH_LISTS, trades: batchList(noted, (batch) => batch.trades) };
  await db.owner.query('ALTER TABLE trades ADD COLUMN note text');
  await asOwner(db.target, async (owner) => {
    await owner.query('BEGIN');
    await createFunctions(owner, functionsFor(lists));
    await applyGrants(owner, db.target);
    await owner.query('COMMIT');
  });

  const ids = idsFrom(1_000_000n);
  const at = record(2n);
  const { position, transfer } = open(ids, account, at, 1_000_000n);
  const closed = close(ids, account, position, position.margin);
  const batch = batchOf({
    priceRecords: [at],
    transfers: [transfer, closed.transfer],
    accounts: [account],
    trades: [closed.trade],
  });
  const { rows: markets } = await db.pool.query<{ number: number }>('SELECT number FROM markets WHERE id = $1', [
    MARKET.id,
  ]);
  await db.pool.query(appendQuery(batch, BigInt(markets[0]?.number ?? 0), lists));
  const { rows } = await db.owner.query<{ note: string }>('SELECT note FROM trades WHERE id = $1', [closed.trade.id]);
  expect(rows).toEqual([{ note: '"closed" by {user}, \\ and noted' }]);

  await migrate(db.target);
  await db.owner.query('ALTER TABLE trades DROP COLUMN note');
});
