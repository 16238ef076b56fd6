import type { Clock } from '../lib/clock.ts';
import { keepHouse } from '../lib/housekeeping.ts';
import type { Jobs } from '../lib/jobs.ts';
import type { Logger } from '../lib/logger.ts';
import { PgAlertStore } from '../storage/alerts/alert-store.ts';
import type { createPool } from '../storage/connection.ts';
import { forgetOutcomes } from '../storage/journal/outcome-store.ts';
import { tidyUnwrittenLogs } from '../storage/log/prune.ts';
import type { People } from './people.ts';

export interface HouseOptions {
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  people: Pick<People, 'forget'>;
}

/** What is forgotten in time, wherever it is stored. */
export function houseJobs({ pool, clock, log, people }: HouseOptions): Jobs {
  const rings = new PgAlertStore(pool);
  const forget = (isOver: () => boolean): Promise<unknown> =>
    Promise.all([
      people.forget(),
      rings.forget(),
      forgetOutcomes(pool, clock.now(), isOver),
      tidyUnwrittenLogs(pool, isOver),
    ]);
  return keepHouse(clock, forget, (error) => log.warn({ err: error }, 'what is out of date could not be removed'));
}
