import { LogAudit } from '@plecho/testkit';
import { expect } from 'vitest';
import { asOwner, type Installation } from '../../src/storage/connection.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { splitEntries } from '../../src/storage/log/bundle.ts';
import { DROPPED, PgLogReader } from '../../src/storage/log/log-reader.ts';
import { NODE_HASHING } from '../simulation/memory-log.ts';

const BUNDLE = 256n;

interface UsedPrice {
  seq: bigint;
  symbol: string;
  price: bigint;
  time: bigint;
}

/** Every price that a fill of a market used is among the entries that the newest checkpoint of its log is of (rule T1). */
export async function expectLoggedIn(target: Installation, market: string): Promise<void> {
  const violations: string[] = [];
  const audit = new LogAudit({ spreads: new Map() }, NODE_HASHING, (rule, text) => violations.push(`${rule}: ${text}`));
  await asOwner(target, async (owner) => {
    const { rows } = await owner.query<UsedPrice>(
      'SELECT seq, symbol, price, time FROM price_records WHERE market_id = $1',
      [market],
    );
    expect(rows.length).toBeGreaterThan(0);
    audit.filled(rows.map((row) => ({ ...row, time: Number(row.time) })));
    const reader = new PgLogReader(owner);
    const head = await reader.open(market);
    const size = head?.checkpointSize ?? 0n;
    const entries: Uint8Array[] = [];
    for (let n = 0n; n * BUNDLE < size; n += 1n) {
      const left = size - n * BUNDLE;
      const bundle = await head?.entryBundle(n, Number(left < BUNDLE ? left : BUNDLE));
      if (bundle === undefined || bundle === null || bundle === DROPPED)
        throw new Error(`bundle ${n} of ${market} is not there`);
      entries.push(...splitEntries(bundle));
    }
    audit.appended({
      expectedSize: 0n,
      entries: entries.map((data) => ({ data })),
      checkpoint: head?.checkpoint ?? null,
    });
  });
  audit.quiet();
  expect(violations).toEqual([]);
}

/** What the log of a market lacks after a kill: a price that a fill used, and a checkpoint of its newest entry. */
export interface Lacking {
  frame: boolean;
  checkpoint: boolean;
}

/** Looks into the data folder of a product that was killed, before it is started again. */
export async function lackingIn(dataDir: string, market: string): Promise<Lacking> {
  const { target, release } = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    return await asOwner(target, async (owner) => {
      const { rows } = await owner.query<Lacking>(
        `SELECT l.last_seq < (SELECT max(seq) FROM price_records WHERE market_id = $1) AS frame,
                l.checkpoint_size < l.size AS checkpoint
         FROM market_logs l JOIN markets m ON m.number = l.market_number WHERE m.id = $1`,
        [market],
      );
      return rows[0] ?? { frame: false, checkpoint: false };
    });
  } finally {
    await release();
  }
}

/** The same in the data folder of a product that has stopped: the checkpoint is of all entries. */
export async function expectLogged(dataDir: string, market: string): Promise<void> {
  const { target, release } = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const head = await asOwner(target, (owner) => new PgLogReader(owner).open(market));
    expect(head?.checkpointSize).toBe(head?.size);
    await expectLoggedIn(target, market);
  } finally {
    await release();
  }
}
