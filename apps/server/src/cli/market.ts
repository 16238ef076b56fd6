import { MAIN_MARKET_ID } from '@plecho/domain';
import { PgMarketOwners } from '../storage/cluster/market-owners.ts';
import { asOwner } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import { forgetHalt } from '../storage/halt-store.ts';
import { hasMarket, withdrawReplay } from '../storage/market-store.ts';
import { askToResume } from '../storage/resume-requests.ts';
import { UsageError } from './errors.ts';
import { checkTheLedger } from './ledger.ts';

type Owner = Parameters<Parameters<typeof asOwner>[1]>[0];

/** A running server ends it at once, the next one at its start. @throws StorageError when there is nothing to withdraw */
export async function withdrawMarket(client: Owner, id: string): Promise<void> {
  if (!(await withdrawReplay(client, id))) throw new StorageError(`«${id}» is no replay that could be withdrawn`);
  console.log(`withdrawn: ${id}`);
  console.log('Its positions are closed at the last prices; whoever has an account in it still finds it there.');
}

/** Whether a server has a shared market. A personal replay answers wherever it is played: one that does not is nobody's. */
async function hasOwner({ target }: Database, marketId: string): Promise<boolean> {
  const { markets } = await asOwner(target, (client) => new PgMarketOwners(client, target.schema).list());
  return markets.some(({ id, isHeld }) => id === marketId && isHeld);
}

/** Lets a halted market go on, once the whole ledger is right. @returns the exit code */
async function resume(database: Database, marketId: string): Promise<number> {
  if (!(await asOwner(database.target, (client) => hasMarket(client, marketId)))) {
    throw new StorageError(`there is no market ${marketId}`);
  }
  if ((await checkTheLedger(database)) !== 0) {
    console.log(`market ${marketId}: not resumed, the ledger has to be right first`);
    return 1;
  }
  const answer = await asOwner(database.target, (client) => askToResume(client, database.target.schema, marketId));
  if (answer === null) {
    if (await hasOwner(database, marketId)) {
      console.log(`market ${marketId}: not resumed, a server has it, and none that does the jobs answers:`);
      console.log('start one (ROLES=jobs) and say it again; without one, stop every server and say it then');
      return 1;
    }
    const wasHalted = await asOwner(database.target, (client) => forgetHalt(client, marketId));
    const said = wasHalted ? 'and trading goes on when one does' : 'so there is nothing to resume';
    console.log(`market ${marketId}: no running server has it, ${said}`);
    return 0;
  }
  const said = { resumed: 'trading goes on', notHalted: 'trading is not halted', failed: 'not resumed:' };
  console.log(`market ${marketId}: ${said[answer.outcome]} ${answer.reason}`.trimEnd());
  return answer.outcome === 'failed' ? 1 : 0;
}

/** What can be done to a market from the command line; a running server heeds it at once. @throws UsageError */
export async function marketCommand(
  [action, id, ...others]: string[],
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  if (others.length === 0 && action === 'resume') {
    return withDatabase((database) => resume(database, id ?? MAIN_MARKET_ID));
  }
  if (others.length === 0 && action === 'withdraw' && id !== undefined) {
    return withDatabase(async (database) => {
      await asOwner(database.target, (client) => withdrawMarket(client, id));
      return 0;
    });
  }
  throw new UsageError('did you mean: market resume [ID], market withdraw ID');
}
