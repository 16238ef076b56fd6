import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { createMarket, MARKET, NOW } from '../../../test/harness/trading.ts';
import { inTransaction } from '../transaction.ts';
import { ensureLogKey, readAllLogKeys, rotateLogKey } from './log-keys.ts';

const db = useDatabase();
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const APPEND = `SELECT append_log($1, 2, '{}', '{}', '{}', '{}', '', NULL, $2, 2)`;

const newKey = () => ({ seed: randomBytes(32), publicKey: randomBytes(32) });

/** Of checkpoints that say in words who has signed them. */
const resignAs =
  (key: string) =>
  (checkpoint: string): string | null =>
    checkpoint.endsWith(key) ? null : `${checkpoint.split(', ')[0]}, ${key}`;

const rotateTo = (key: string): Promise<void> =>
  rotateLogKey(db.target, () => ({ ...newKey(), madeAt: NOW + 5, rotationNote: 'note', resign: resignAs(key) }));

const waitUntil = (waiting: number): Promise<void> =>
  expect.poll(async () => (await db.owner.query(WAITING)).rowCount).toBe(waiting);

async function stored(): Promise<unknown[]> {
  return (await db.owner.query('SELECT checkpoint, checkpoint_size FROM market_logs')).rows;
}

it('T1 a checkpoint that a running market makes while the key changes is not taken back', async () => {
  await createMarket(db.target);
  await ensureLogKey(db.target, newKey(), NOW);
  const { rows } = await db.owner.query<{ market: number }>(
    `INSERT INTO market_logs (market_number, size, frontier, last_seq, checkpoint, checkpoint_size)
     SELECT number, 2, '', 0, 'of one entry', 1 FROM markets WHERE id = $1 RETURNING market_number AS market`,
    [MARKET.id],
  );
  let rotated: Promise<void> = Promise.resolve();
  await inTransaction(db.pool, async (client) => {
    await client.query(APPEND, [rows[0]?.market, 'of two entries']);
    rotated = rotateTo('signed anew');
    await waitUntil(1);
  });
  await rotated;
  expect(await stored()).toEqual([{ checkpoint: 'of two entries, signed anew', checkpoint_size: 2n }]);
});

it('T1 a checkpoint that was signed with the old key and waits while the key changes is signed anew by whoever hears of it', async () => {
  const { rows } = await db.owner.query<{ market: number }>('SELECT market_number AS market FROM market_logs');
  let rotated: Promise<unknown> = Promise.resolve();
  let appended: Promise<unknown> = Promise.resolve();
  await inTransaction(db.pool, async (client) => {
    await client.query(APPEND, [rows[0]?.market, 'of two entries, by the old key']);
    rotated = rotateTo('by the new key');
    await waitUntil(1);
    appended = db.pool.query(APPEND, [rows[0]?.market, 'of two entries, by the old key, late']);
    await waitUntil(2);
  });
  await Promise.all([rotated, appended]);
  expect(await stored()).toMatchObject([{ checkpoint: 'of two entries, by the old key, late' }]);
  await readAllLogKeys(db.target, () => resignAs('by the new key'));
  expect(await stored()).toEqual([{ checkpoint: 'of two entries, by the new key', checkpoint_size: 2n }]);
});

it('T1 who reads the keys waits for no log that is signed as it has to be', async () => {
  const { rows } = await db.owner.query<{ market: number }>('SELECT market_number AS market FROM market_logs');
  await inTransaction(db.pool, async (client) => {
    await client.query(APPEND, [rows[0]?.market, 'of two entries, by the new key']);
    await readAllLogKeys(db.target, () => resignAs('by the new key'));
  });
  expect(await stored()).toMatchObject([{ checkpoint: 'of two entries, by the new key' }]);
});
