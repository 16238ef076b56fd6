import { ClassAdministration } from '../classes/administration.ts';
import { ClassAdmission } from '../classes/admission.ts';
import { ClassBoards } from '../classes/board.ts';
import { Classes } from '../classes/classes.ts';
import type { IdSource } from '../commands/batch.ts';
import type { Markets } from '../engine/market-port.ts';
import type { Throttle } from '../identity/throttle.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../network/ports.ts';
import type { ScenarioAdministration } from '../operators/scenarios.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { SharedReplays } from '../replays/shared.ts';
import { classPublisher, PgClassStore } from '../storage/class-store.ts';
import type { createPool } from '../storage/connection.ts';
import { createOnce } from '../storage/journal/outcome-store.ts';

type Pool = ReturnType<typeof createPool>;

/** Who may come near the markets of classes. */
export const openAdmission = (pool: Pool, markets: Markets): ClassAdmission =>
  new ClassAdmission(new PgClassStore(pool), markets);

export interface ClassesOptions {
  pool: Pool;
  clock: Clock;
  ids: IdSource;
  entropy: Entropy;
  markets: Markets;
  throttle: Throttle;
  scenarios: ScenarioAdministration;
  replays: SharedReplays;
  library: DatasetLibrary;
  /** Starts what was published, and ends what was asked to. Never rejects. */
  refresh(): Promise<void>;
  /** Of somebody who has left. Never rejects. */
  cancelEntries(userId: bigint): Promise<void>;
}

/** Classes, for people and for operators. */
export function openClasses(options: ClassesOptions): { people: Classes; administration: ClassAdministration } {
  const { pool, clock, markets } = options;
  const store = new PgClassStore(pool);
  const boards = new ClassBoards({ store, markets, clock });
  const once = createOnce(pool, clock, classPublisher);
  return {
    people: new Classes({ ...options, store, boards }),
    administration: new ClassAdministration({ ...options, store, boards, once }),
  };
}
