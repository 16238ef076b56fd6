import { expect, it, vi } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import { createMarket, MARKET } from '../../../test/harness/trading.ts';
import type { Idempotency } from '../../commands/command.ts';
import { PgJournal } from './journal.ts';

const ANSWERED = 20_000;
const ASKED = 100;

const db = useDatabase();

const key = (n: number): Idempotency => ({
  userId: BigInt(n % 50),
  action: 'settleOperation',
  key: String(n),
  bodyHash: 'hash',
});

/** Rows of the table of answers that were read so far, by whatever connection has reported it. */
async function rowsRead(): Promise<number> {
  const { rows } = await db.owner.query<{ read: string }>(
    `SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::text AS read FROM pg_stat_user_tables
     WHERE schemaname = $1 AND relname = 'command_outcomes'`,
    [db.target.schema],
  );
  return Number(rows[0]?.read);
}

it('L6 looks answers up by key, also with a plan that was made while there were none', async () => {
  await createMarket(db.target);
  const journal = new PgJournal(db.target, MARKET.id);
  // The connection stays while the market is held on it, and its plans with it.
  await journal.load();
  await db.owner.query('ANALYZE command_outcomes');
  expect(await journal.outcomes([key(1)])).toEqual([{ kept: null, newest: null }]);
  await db.owner.query(
    `INSERT INTO command_outcomes SELECT n % 50, 'settleOperation', n::text, 'hash', '{"ok":true,"result":{"type":"done"}}', 1
     FROM generate_series(1, $1::integer) AS n`,
    [ANSWERED],
  );

  const before = await rowsRead();
  const keys = Array.from({ length: ASKED }, (_, n) => key(n * 7 + 1));
  let calls = 0;
  // A connection reports what it read about once a second.
  const read = await vi.waitFor(
    async () => {
      expect((await journal.outcomes(keys)).filter(({ kept }) => kept !== null)).toHaveLength(ASKED);
      calls += 1;
      const now = await rowsRead();
      expect(now).toBeGreaterThan(before);
      return now - before;
    },
    { timeout: 60_000, interval: 50 },
  );
  await journal.close();
  // Each key's answer, and the newest key of the person.
  expect(read).toBeLessThanOrEqual(calls * ASKED * 2);
});
