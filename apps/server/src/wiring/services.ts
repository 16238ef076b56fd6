import type { Services } from '../api/server.ts';
import type { ClassAdmission } from '../classes/admission.ts';
import type { IdSource } from '../commands/batch.ts';
import { Lessons } from '../lessons/lessons.ts';
import { TokenBuckets, type BucketLimit } from '../lib/token-buckets.ts';
import type { Entropy } from '../network/ports.ts';
import { Guesses } from '../queries/guesses.ts';
import { Leaderboard } from '../queries/leaderboard.ts';
import { Uploads } from '../replays/uploads.ts';
import type { createPool } from '../storage/connection.ts';
import { PgGuessStore } from '../storage/guess-store.ts';
import { findOutcome } from '../storage/journal/outcome-store.ts';
import { PgLessonStore } from '../storage/lesson-store.ts';
import { PgNoteStore } from '../storage/note-store.ts';
import { PgAccountLogReader } from '../storage/operators/log-reader.ts';
import { PgPersonaStore } from '../storage/persona-store.ts';
import { PgResultReader } from '../storage/results/result-reader.ts';
import type { Streams } from '../streams/streams.ts';
import { openClasses } from './classes.ts';
import type { Cluster } from './cluster.ts';
import type { MarketSupervisor } from './markets.ts';
import type { People } from './people.ts';
import type { PracticeMoney } from './practice-money.ts';
import { openProofs } from './proofs.ts';
import type { Replays } from './replays.ts';

export interface ServicesOptions extends Pick<
  Services,
  'version' | 'clock' | 'reader' | 'accountIds' | 'alerts' | 'operators' | 'readiness' | 'metrics'
> {
  pool: ReturnType<typeof createPool>;
  ids: IdSource;
  entropy: Entropy;
  commands: BucketLimit;
  people: People;
  supervisor: MarketSupervisor;
  money: PracticeMoney;
  replays: Replays;
  admission: ClassAdmission;
  streams: Streams;
  cluster: Pick<Cluster, 'imports'> | null;
  /** Of somebody who may not open positions any more. Never rejects. */
  cancelEntries(userId: bigint): Promise<void>;
}

/** What the routes work with: of what there is, and what is read from the database for them alone. */
export function createServices(options: ServicesOptions): Services {
  const { version, clock, reader, accountIds, alerts, operators, readiness, metrics } = options;
  const { pool, supervisor, people, money, replays, admission, streams, cluster } = options;
  const { library, sessions, shared, drills } = replays;
  const { network, wallets, explorer, payments } = money;
  const markets = supervisor.desk;
  const results = new PgResultReader(pool);
  const classes = openClasses({
    ...{ pool, clock, ids: options.ids, entropy: options.entropy, markets, library, replays: shared },
    ...{ throttle: people.throttle, scenarios: operators.scenarios, refresh: () => supervisor.refresh() },
    cancelEntries: options.cancelEntries,
  });
  return {
    ...{ version, clock, markets, reader, accountIds, alerts, operators, readiness, metrics },
    ...{ network, wallets, explorer, payments, drills },
    ...openProofs(pool, supervisor.logKeys),
    accounts: people.accounts,
    sessions: people.sessions,
    dayKeys: supervisor.dayKeys,
    notes: new PgNoteStore(pool),
    guesses: new Guesses(new PgGuessStore(pool), clock),
    personas: new PgPersonaStore(pool, clock),
    results,
    leaderboard: new Leaderboard(results, clock),
    answered: (key) => findOutcome(pool, key),
    commandLimit: new TokenBuckets(options.commands, clock),
    classes: { ...classes, admission },
    accountLog: new PgAccountLogReader(pool),
    replays: { library, uploads: new Uploads(library.store, clock, cluster?.imports), sessions, shared },
    lessons: new Lessons({
      ...{ store: new PgLessonStore(pool), clock, markets, accountIds, reader, wallets, sessions },
    }),
    acceptStream: (opened, identity, secret) => streams.accept(opened, identity, secret),
  };
}
