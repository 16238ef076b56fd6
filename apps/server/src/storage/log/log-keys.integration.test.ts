import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { createMarket, MARKET, NOW } from '../../../test/harness/trading.ts';
import { inTransaction } from '../transaction.ts';
import { ensureLogKey, rotateLogKey } from './log-keys.ts';

const db = useDatabase();
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const newKey = () => ({ seed: randomBytes(32), publicKey: randomBytes(32) });

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
    const append = `SELECT append_log($1, 2, '{}', '{}', '{}', '{}', '', NULL, 'of two entries', 2)`;
    await client.query(append, [rows[0]?.market]);
    rotated = rotateLogKey(db.target, () => ({
      ...newKey(),
      ...{ madeAt: NOW + 5, rotationNote: 'note', resign: (checkpoint) => `${checkpoint}, signed anew` },
    }));
    await expect.poll(async () => (await db.owner.query(WAITING)).rowCount).toBe(1);
  });
  await rotated;
  const { rows: logs } = await db.owner.query('SELECT checkpoint, checkpoint_size FROM market_logs');
  expect(logs).toEqual([{ checkpoint: 'of two entries, signed anew', checkpoint_size: 2n }]);
});
