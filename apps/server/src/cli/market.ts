import { connectClient, ownerConfig } from '../storage/connection.ts';
import type { Database } from '../storage/database.ts';
import { StorageError } from '../storage/errors.ts';
import { withdrawReplay } from '../storage/market-store.ts';
import { UsageError } from './errors.ts';

type Client = Awaited<ReturnType<typeof connectClient>>;

/** A running server ends it at once, the next one at its start. @throws StorageError when there is nothing to withdraw */
export async function withdrawMarket(client: Client, id: string): Promise<void> {
  if (!(await withdrawReplay(client, id))) throw new StorageError(`«${id}» is no replay that could be withdrawn`);
  console.log(`withdrawn: ${id}`);
  console.log('Its positions are closed at the last prices; whoever has an account in it still finds it there.');
}

/** What can be done to a market from outside. @throws UsageError with one line */
export function marketCommand(
  [action, id, ...others]: string[],
  withDatabase: (work: (database: Database) => Promise<number>) => Promise<number>,
): Promise<number> {
  if (action !== 'withdraw' || id === undefined || others.length > 0) {
    throw new UsageError('did you mean: market withdraw ID');
  }
  return withDatabase(async ({ target }) => {
    const client = await connectClient(ownerConfig(target));
    try {
      await withdrawMarket(client, id);
      return 0;
    } finally {
      await client.end();
    }
  });
}
