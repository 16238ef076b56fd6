import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCheckpoint, parseNote } from '@plecho/proofs';
import { DEFAULT_RULES } from '@plecho/domain';
import { FakeClock } from '@plecho/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alone, createSchema, dropSchema, useDatabase } from '../../../test/harness/database.ts';
import { batchOf, createMarket, MARKET, NOW, record } from '../../../test/harness/trading.ts';
import { definitionOf } from '../../engine/log/definition.ts';
import { MarketLog } from '../../engine/log/market-log.ts';
import { LogKeyring } from '../../wiring/log-keys.ts';
import { backUp } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { readInstallation } from '../cluster/installation.ts';
import { appConfig, createPool, type Target } from '../connection.ts';
import { PgJournal } from '../journal/journal.ts';
import { readLogKeys } from './log-keys.ts';
import { PgLogReader } from './log-reader.ts';
import { PgLogStore } from './log-store.ts';

const db = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'plecho-log-backup-'));
const file = join(folder, 'backup.gz');
const PAIRS = [{ symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT' as const, priceDecimals: 2 }];
let restored: Target;

/** Runs the log of the market on a database for some prices; a fill uses the first of them. @returns its last checkpoint */
async function runLog(target: Target, prices: number): Promise<string> {
  const pool = createPool({ ...appConfig(target), max: 2 });
  const journal = new PgJournal(target, MARKET.id);
  const clock = new FakeClock(NOW);
  const signer = await LogKeyring.open(target, randomBytes, NOW);
  const log = new MarketLog({
    ...{ signer, rules: DEFAULT_RULES, clock, beat: clock, isLazy: false },
    store: new PgLogStore(journal, pool, MARKET.id),
    definition: definitionOf(MARKET, PAIRS, signer.name(MARKET.id)),
    onFailure: (message, error) => {
      throw new Error(message, { cause: error });
    },
  });
  try {
    const { lastSeq: stored } = await journal.load();
    const ignored = (): void => undefined;
    const nothing = { refused: ignored, superseded: ignored, lost: ignored, inUse: () => null };
    const { lastSeq } = await log.start({ now: () => clock.now(), ...nothing });
    const from = lastSeq > stored ? lastSeq : stored;
    for (let n = 1n; n <= BigInt(prices); n += 1n) log.record({ ...record(from + n), time: NOW });
    await journal.append(batchOf({ priceRecords: [record(from + 1n)] }));
    await log.finish();
    return (await new PgLogReader(pool).open(MARKET.id))?.checkpoint ?? '';
  } finally {
    await log.stop();
    await journal.close();
    await pool.end();
  }
}

const sizeOf = (checkpoint: string): bigint | undefined => parseCheckpoint(parseNote(checkpoint)?.text ?? '')?.size;

beforeAll(async () => {
  await createMarket(db.target);
  restored = await createSchema(db.target.ownerUrl);
});
afterAll(async () => {
  await dropSchema(restored);
  rmSync(folder, { recursive: true });
});

it('T1 L7 a restored log has the same name and key, and goes on from where the backup was made: a fork that anybody sees', async () => {
  await runLog(db.target, 40);
  await backUp(db.target, file);
  const later = await runLog(db.target, 300);
  const latest = await runLog(db.target, 300);
  await alone(db.target.ownerUrl, () => restore(restored, file, true));
  const pool = createPool({ ...appConfig(restored), max: 1 });
  const keys = [await readLogKeys(pool), await readLogKeys(db.pool)];
  expect(keys[0]).toEqual(keys[1]);
  expect(await readInstallation(pool)).not.toBe(await readInstallation(db.pool));
  await pool.end();

  const forked = await runLog(restored, 20);
  const [name, other] = [latest, forked].map((text) => parseNote(text)?.signatures[0]?.name);
  expect(other).toBe(name);
  expect([sizeOf(forked), sizeOf(later), sizeOf(latest)]).toEqual([3n, 3n, 4n]);
  // The same size and another root: whoever has both can show them to anybody.
  expect(parseNote(forked)?.text).not.toBe(parseNote(later)?.text);
});
