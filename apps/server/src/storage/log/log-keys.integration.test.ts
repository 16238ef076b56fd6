import { randomBytes } from 'node:crypto';
import { formatNote, leafHash, rootOf, utf8, type Hash } from '@plecho/proofs';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { createMarket, MARKET, NOW } from '../../../test/harness/trading.ts';
import { inTransaction } from '../transaction.ts';
import { ensureLogKey, readAllLogKeys, readLogKeys, rotateLogKey } from './log-keys.ts';
import type { Resign, StoredCheckpoint } from './log-keys-signing.ts';

const db = useDatabase();
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const BEGIN = `
  SELECT append_log(number, 0, $2, $3, $3, $4, '', NULL, $5, 1) FROM markets WHERE id = $1`;
const APPEND = `SELECT append_log($1, 2, '{}', '{}', '{}', '{}', '', NULL, $2, 2)`;

/** Makes a market with a log of so many entries, the checkpoint of which is of one. @returns their hashes */
async function createLog(id: string, size: number, checkpoint: string): Promise<Hash[]> {
  const entries = Array.from({ length: size }, (_, n) => utf8(`${id} ${n}`));
  const leaves = entries.map(leafHash);
  const numbers = entries.map((_, n) => n + 1);
  await createMarket(db.target, { ...MARKET, id });
  await db.pool.query(BEGIN, [
    id,
    leaves.map((leaf) => Buffer.from(leaf)),
    numbers,
    entries.map(Buffer.from),
    checkpoint,
  ]);
  return leaves;
}

const newKey = () => ({ seed: randomBytes(32), publicKey: randomBytes(32) });

/** Of checkpoints that say in words who has signed them. */
const resignAs =
  (key: string) =>
  ({ checkpoint }: StoredCheckpoint): string | null =>
    checkpoint.endsWith(key) ? null : `${checkpoint.split(', ')[0]}, ${key}`;

const rotateTo = (key: string): Promise<string[]> =>
  rotateLogKey(db.target, () => ({ ...newKey(), madeAt: NOW + 5, rotationNote: 'note', resign: resignAs(key) }));

const waitUntil = (waiting: number): Promise<void> =>
  expect.poll(async () => (await db.owner.query(WAITING)).rowCount).toBe(waiting);

async function stored(): Promise<unknown[]> {
  return (await db.owner.query('SELECT checkpoint, checkpoint_size FROM market_logs')).rows;
}

it('T1 a checkpoint that a running market makes while the key changes is not taken back', async () => {
  await ensureLogKey(db.target, newKey(), NOW);
  await createLog(MARKET.id, 2, 'of one entry');
  const { rows } = await db.owner.query<{ market: number }>('SELECT market_number AS market FROM market_logs');
  let rotated: Promise<unknown> = Promise.resolve();
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

/** What whoever reads the keys is asked to sign, and does not. */
async function asked(): Promise<StoredCheckpoint[]> {
  const seen: StoredCheckpoint[] = [];
  const refuse: Resign = (stored) => {
    seen.push(stored);
    return null;
  };
  await readAllLogKeys(db.target, () => refuse);
  return seen;
}

it('T1 what the newest key has signed under the name of that very log is not asked for, and all else is', async () => {
  const { rows } = await db.owner.query<{ market: number }>('SELECT market_number AS market FROM market_logs');
  const list = await readLogKeys(db.pool);
  const [before, newest] = (list?.keys ?? []).slice(-2).map(({ publicKey }) => publicKey);
  const name = `plecho.log/${list?.installation}/${MARKET.id}`;
  const signature = randomBytes(64);
  const isAsked = async (checkpoint: string): Promise<boolean> => {
    await db.pool.query(APPEND, [rows[0]?.market, checkpoint]);
    const seen = await asked();
    expect(seen.every((stored) => stored.checkpoint === checkpoint && stored.marketId === MARKET.id)).toBe(true);
    return seen.length > 0;
  };
  expect(await isAsked(formatNote('text\n', name, newest!, signature))).toBe(false);
  expect(await isAsked(formatNote('text\n', name, before!, signature))).toBe(true);
  expect(await isAsked(formatNote('text\n', `${name}2`, newest!, signature))).toBe(true);
  expect(await isAsked('text\n')).toBe(true);
  await db.pool.query(APPEND, [rows[0]?.market, formatNote('text\n', name, newest!, signature)]);
});

it('T1 a checkpoint is compared with the root that the hashes of a log make, whatever its writer says, packed or not', async () => {
  const leaves = await createLog('long', 300, 'of one entry');
  const { rows } = await db.owner.query<{ number: number }>(`SELECT number FROM markets WHERE id = 'long'`);
  const number = rows[0]?.number;
  const rootAt = async (size: number): Promise<Hash | undefined> => {
    await db.pool.query(`SELECT append_log($1, 300, '{}', '{}', '{}', '{}', '', NULL, 'note', $2)`, [number, size]);
    const [stored, ...others] = await asked();
    expect([stored?.marketId, stored?.size, others]).toEqual(['long', BigInt(size), []]);
    return stored?.root;
  };
  for (const size of [1, 200]) expect(await rootAt(size)).toEqual(rootOf(leaves.slice(0, size)));
  await db.pool.query(`SELECT pack_log($1, 0, 'data')`, [number]);
  for (const size of [200, 256, 257, 300]) expect(await rootAt(size)).toEqual(rootOf(leaves.slice(0, size)));
});

it('T1 a log whose hashes are missing holds up no other: it is named, and stays as it is', async () => {
  await createLog('damaged', 2, 'of one entry');
  await createLog('sound', 2, 'of one entry');
  await db.owner.query('ALTER TABLE log_entries DISABLE TRIGGER USER');
  await db.owner.query(`DELETE FROM log_entries USING markets WHERE number = market_number AND id = 'damaged'`);
  await db.owner.query('ALTER TABLE log_entries ENABLE TRIGGER USER');
  expect(await rotateTo('by the last key')).toEqual(['damaged']);
  const { rows } = await db.owner.query(
    `SELECT id, checkpoint FROM market_logs JOIN markets ON number = market_number WHERE id IN ('damaged', 'sound') ORDER BY id`,
  );
  expect(rows).toEqual([
    { id: 'damaged', checkpoint: 'of one entry' },
    { id: 'sound', checkpoint: 'of one entry, by the last key' },
  ]);
});
