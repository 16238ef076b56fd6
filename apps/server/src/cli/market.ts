import { connectClient, createPool, ownerConfig } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import { MarketStore } from '../storage/market-store.ts';
import { askToResume } from '../storage/resume-requests.ts';
import { MAIN_MARKET_ID } from '../wiring/main-market.ts';
import { UsageError } from './errors.ts';
import { checkTheLedger } from './ledger.ts';

async function requireMarket({ target }: Database, marketId: string): Promise<void> {
  const pool = createPool({ ...ownerConfig(target), max: 1 });
  try {
    if ((await new MarketStore(pool).find(marketId)) === null) throw new StorageError(`there is no market ${marketId}`);
  } finally {
    await pool.end();
  }
}

/** Lets a halted market go on, once the whole ledger is right. @returns the exit code */
async function resume(database: Database, marketId: string): Promise<number> {
  await requireMarket(database, marketId);
  if ((await checkTheLedger(database)) !== 0) {
    console.log(`market ${marketId}: not resumed, the ledger has to be right first`);
    return 1;
  }
  const { target } = database;
  const client = await connectClient(ownerConfig(target));
  try {
    const answer = await askToResume(client, target.schema, marketId);
    if (answer === null) {
      console.log(`market ${marketId}: no running server has it, so there is nothing to resume`);
      return 0;
    }
    const said = { resumed: 'trading goes on', notHalted: 'trading is not halted', failed: 'not resumed:' };
    console.log(`market ${marketId}: ${said[answer.outcome]} ${answer.reason}`.trimEnd());
    return answer.outcome === 'failed' ? 1 : 0;
  } finally {
    await client.end();
  }
}

/** What can be done to a market from the command line; a running server heeds it at once. @throws UsageError */
export async function marketCommand(
  [action, marketId = MAIN_MARKET_ID, ...others]: string[],
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  if (action !== 'resume' || others.length > 0) throw new UsageError('did you mean: market resume [ID]');
  return withDatabase((database) => resume(database, marketId));
}
