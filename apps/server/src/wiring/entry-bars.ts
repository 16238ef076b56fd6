import { UnavailableError, type TradingDesk } from '../commands/command.ts';
import type { Clock } from '../lib/clock.ts';
import { keepHouse } from '../lib/housekeeping.ts';
import type { Jobs } from '../lib/jobs.ts';
import type { Logger } from '../lib/logger.ts';
import { PgEntryBarStore, type EntryBarStore } from '../storage/entry-bar-store.ts';

/** How soon an order is found that was on its way past the door when its owner was barred. */
const PAUSE_MS = 2_000;

export interface EntryBars {
  store: EntryBarStore;
  desk: TradingDesk;
  onError(error: unknown): void;
}

/**
 * One round: entry orders are cancelled of those who may not open positions any more, because they are blocked or have left
 * the class. It goes by what the database holds, so that none is lost: a market that refuses (it is halted) or that nobody
 * has cancels them itself when it is read again, before any price comes to them.
 * @param userId null: of everybody
 */
export async function cancelBarred({ store, desk, onError }: EntryBars, userId: bigint | null): Promise<void> {
  const cancel = async ({ marketId, accountId, reason }: Barred): Promise<void> => {
    try {
      await desk.submit(marketId, { type: 'cancelEntries', accountId, reason });
    } catch (error) {
      if (!(error instanceof UnavailableError)) onError(error);
    }
  };
  await Promise.all((await store.barred(userId)).map(cancel));
}

type Barred = Awaited<ReturnType<EntryBarStore['barred']>>[number];

interface EntryBarOptions {
  pool: ConstructorParameters<typeof PgEntryBarStore>[0];
  desk: TradingDesk;
  clock: Clock;
  log: Logger;
}

/** At once when somebody is blocked or leaves a class, and again and again for what came meanwhile. */
export function openEntryBars({ pool, desk, clock, log }: EntryBarOptions): {
  cancelEntries(userId: bigint): Promise<void>;
  jobs: Jobs;
} {
  const onError = (error: unknown): void =>
    log.warn({ err: error }, 'entry orders of somebody who may not open positions could not be cancelled');
  const bars: EntryBars = { store: new PgEntryBarStore(pool), desk, onError };
  return {
    cancelEntries: (userId) => cancelBarred(bars, userId).catch(onError),
    jobs: keepHouse(clock, () => cancelBarred(bars, null), onError, PAUSE_MS),
  };
}
