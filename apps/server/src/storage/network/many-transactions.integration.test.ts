import { heightAt, NETWORKS } from '@plecho/network';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from 'pg';
import { useDatabase } from '../../../test/harness/database.ts';
import { NOON, useNetwork } from '../../network/test/world.ts';
import { appConfig, createPool } from '../connection.ts';
import { PgExplorerStore } from './explorer-store.ts';
import { PgNetworkStore } from './network-store.ts';
import { PgWalletStore } from './wallet-store.ts';

const MANY = 40_000;
const WAITING = 12_000;
const LIMIT = 50;

const db = useDatabase();
const world = useNetwork(db);
const height = heightAt('polygon', NOON);
const heights = new Map(NETWORKS.map((network) => [network, heightAt(network, NOON)]));

let user = 0n;
let wallet = '';
let reserve = '';
let pool: Pool;

/** Payments of one unit from the reserve to the user, all in one block. */
const PAY = `
  WITH sent AS (
    INSERT INTO network_transactions
      (hash, network, asset, from_address, to_address, amount, fee, submitted_at, block_height, origin)
    SELECT 'simtx1' || lpad(n::text, 58, 'q'), 'polygon', 'USDT', $1, $2, 1, 0, $3, $4, 'many:' || n
    FROM generate_series($5::integer, $6::integer) AS n RETURNING id, amount
  )`;
const MOVE = `UPDATE network_balances SET balance = balance + $2 WHERE address = $1 AND network = 'polygon' AND asset = 'USDT'`;

beforeAll(async () => {
  user = await world.newUser();
  wallet = await world.walletOf(user, 'polygon');
  reserve = world.network.reserveAddress('polygon');
  await db.owner.query(`${PAY} SELECT FROM sent LIMIT 0`, [reserve, wallet, NOON, height, 1, MANY]);
  await db.owner.query(MOVE, [wallet, MANY]);
  const waiting = `${PAY} INSERT INTO network_mempool SELECT id, 'polygon', $4, $2 FROM sent`;
  await db.owner.query(waiting, [reserve, wallet, NOON, height + 10, MANY + 1, MANY + WAITING]);
  await db.owner.query(MOVE, [reserve, -MANY - WAITING]);
  await db.owner.query('ANALYZE');
  // What the preparation itself read is reported now, and not in the middle of what is measured.
  await db.owner.query('SELECT pg_stat_force_next_flush()');
  await db.owner.query('SELECT');
  // One connection, whose own figures are then read.
  pool = createPool({ ...appConfig(db.target), max: 1 });
});
afterAll(() => pool.end());

/** Rows of the table that some work read, whether they were of any use or not. */
async function rowsRead(table: string, work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    await pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ read: string }>(
      `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::text AS read FROM pg_stat_user_tables
       WHERE schemaname = $1 AND relname = $2`,
      [db.target.schema, table],
    );
    return Number(rows[0]?.read);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

describe(`with ${MANY} transactions of one address, a look-up reads about as many as it shows`, () => {
  const page = { beforeId: null, limit: LIMIT };
  const explorer = () => new PgExplorerStore(pool);
  const middle = async (): Promise<bigint> => {
    const { rows } = await db.owner.query<{ id: bigint }>(
      `SELECT id FROM network_transactions WHERE origin = 'many:20000'`,
    );
    return rows[0]?.id ?? 0n;
  };
  const lookUps: [what: string, work: () => Promise<unknown>][] = [
    ['the newest of all', () => explorer().newest(LIMIT)],
    ['the newest of the sender', () => explorer().ofAddress(reserve, page)],
    ['the newest of the receiver', () => explorer().ofAddress(wallet, page)],
    ['a page in the middle', async () => explorer().ofAddress(reserve, { beforeId: await middle(), limit: LIMIT })],
    ['the oldest of an address', () => explorer().ofAddress(reserve, { beforeId: 3n, limit: LIMIT })],
    ['an address that nobody used', () => explorer().ofAddress(`sim1e${'q'.repeat(38)}`, page)],
    ['the block that holds them all', () => explorer().inBlock('polygon', height, LIMIT)],
    ['a block that holds none', () => explorer().inBlock('bsc', height, LIMIT)],
    ['one by its hash', () => explorer().byHashes([`simtx1${'77'.padStart(58, 'q')}`])],
    ['one by its origin', () => new PgNetworkStore(pool).byOrigin('many:77')],
    ['the wallet’s list', () => new PgWalletStore(pool).transactions([wallet], page)],
  ];

  it('along an index, with the first plan and with the one that is kept after some repetitions', async () => {
    const most = new Map<string, number>();
    for (let n = 0; n < 7; n++) {
      for (const [what, work] of lookUps) {
        most.set(what, Math.max(most.get(what) ?? 0, await rowsRead('network_transactions', work)));
      }
    }
    expect([...most].filter(([, rows]) => rows > 4 * LIMIT)).toEqual([]);
  });

  it('what waits is counted no further than a bound', async () => {
    expect(await rowsRead('network_mempool', () => explorer().waiting(heights))).toBeLessThanOrEqual(10_000);
    expect((await explorer().waiting(heights)).get('polygon')).toBe(10_000);
  });

  it('a pass that finds nothing to pay out reads nothing', async () => {
    for (let n = 0; n < 7; n++) {
      const payOut = (): Promise<unknown> => new PgNetworkStore(pool).payOut(heights, 5_000);
      expect(await rowsRead('network_mempool', payOut)).toBeLessThanOrEqual(2 * NETWORKS.length);
    }
  });

  it('the answers are right', async () => {
    const found = await explorer().ofAddress(reserve, { beforeId: await middle(), limit: LIMIT });
    const numbers = found.map(({ hash }) => Number(hash.replace(/^simtx1q*/, '')));
    expect(numbers).toEqual(Array.from({ length: LIMIT }, (_, index) => 19_999 - index));
    const places = await new PgWalletStore(pool).places(user);
    expect(places.find(({ network, asset }) => network === 'polygon' && asset === 'USDT')).toMatchObject({
      balance: 1_000_000_000n + BigInt(MANY),
      incoming: BigInt(WAITING),
    });
  });

  it('N1 N2 all that waits is paid out, in more than one statement', async () => {
    world.clock.advance(60_000);
    expect(await world.miner.payOutMined()).toBe(WAITING);
    expect(await world.balanceOf(user, 'USDT', 'polygon')).toEqual({ balance: '1000.052', incoming: '0' });
  });
});
