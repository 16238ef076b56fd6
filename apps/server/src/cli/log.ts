import { randomBytes } from 'node:crypto';
import { formatVkey, rotationName } from '@plecho/proofs';
import { checkLog, type LogReport, type LogSource } from '../proofs/log-check.ts';
import { createPool, ownerConfig } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import { PgLogAudit } from '../storage/log/log-audit.ts';
import { PgLogReader } from '../storage/log/log-reader.ts';
import { LogKeyring, rotateLogKeys } from '../wiring/log-keys.ts';
import { UsageError } from './errors.ts';

type WithDatabase = (work: (database: Database) => Promise<number>) => Promise<number>;

const USAGE = 'did you mean: log check [MARKET], log key, log rotate-key';

function print(marketId: string, report: LogReport): void {
  const { size, frames, dropped, records, beforeLog, waiting, problems, moreProblems } = report;
  console.log(`${marketId}: ${size} entries, ${frames} frames, ${records} prices of fills`);
  if (dropped > 0) console.log(`  ${dropped} entries dropped by retention: their hashes are there`);
  if (beforeLog > 0) console.log(`  ${beforeLog} prices of fills from before the log`);
  if (waiting > 0) console.log(`  ${waiting} prices of fills are not in it yet`);
  for (const problem of problems) console.log(`  problem: ${problem}`);
  if (moreProblems > 0) console.log(`  … and ${moreProblems} more`);
}

/** @param asked all markets unless given @returns 1 when anything is wrong */
async function check({ target }: Database, asked: string | undefined): Promise<number> {
  const pool = createPool({ ...ownerConfig(target), max: 2 });
  try {
    const audit = new PgLogAudit(pool);
    const all = await audit.markets();
    if (asked !== undefined && !all.includes(asked)) throw new StorageError(`the market ${asked} has no log`);
    if (all.length === 0) throw new StorageError('no market has a log yet: start the server once');
    const source: LogSource = { reader: new PgLogReader(pool), audit, keys: await keyringOf({ target }) };
    let isSound = true;
    for (const marketId of asked === undefined ? all : [asked]) {
      const report = await checkLog(source, marketId);
      if (report === null) continue;
      print(marketId, report);
      isSound &&= report.problems.length === 0;
    }
    if (isSound) console.log('log: ok');
    return isSound ? 0 : 1;
  } finally {
    await pool.end();
  }
}

const keyringOf = ({ target }: Pick<Database, 'target'>): Promise<LogKeyring> =>
  LogKeyring.open(target, randomBytes, Date.now());

async function showKey(database: Database): Promise<number> {
  const { installation, publicKey } = await keyringOf(database);
  console.log(formatVkey(rotationName(installation), publicKey));
  return 0;
}

async function rotate(database: Database): Promise<number> {
  const { left } = await rotateLogKeys(database.target, randomBytes, Date.now());
  for (const id of left)
    console.log(`${id}: its checkpoint stays as it was: it is not what the old key has signed of this log`);
  console.log('new key:');
  await showKey(database);
  console.log('The old key has signed it. Whoever has a proof signed by the old key fetches it again.');
  return 0;
}

/** What can be done about the logs of the markets. @throws UsageError */
export async function logCommand([action, ...rest]: string[], withDatabase: WithDatabase): Promise<number> {
  if (action === 'check' && rest.length <= 1) return withDatabase((database) => check(database, rest[0]));
  if (action === 'key' && rest.length === 0) return withDatabase(showKey);
  if (action === 'rotate-key' && rest.length === 0) return withDatabase(rotate);
  throw new UsageError(USAGE);
}
