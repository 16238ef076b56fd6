import type { Readiness } from '@plecho/contract';
import type { IdSource } from '../commands/batch.ts';
import { LISTED_PAIRS } from '../feeds/listed-pairs.ts';
import type { Clock } from '../lib/clock.ts';
import type { LoopMonitor } from '../lib/event-loop.ts';
import type { Logger } from '../lib/logger.ts';
import type { Sentinel } from '../lib/sentinel.ts';
import type { Entropy } from '../network/ports.ts';
import { createOperatorAccess } from '../operators/access.ts';
import { createAuditTrail } from '../operators/audit.ts';
import { createOperatorHealth } from '../operators/health.ts';
import type { Operators } from '../operators/operators.ts';
import { ScenarioAdministration } from '../operators/scenarios.ts';
import { UserAdministration } from '../operators/users.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader } from '../queries/ports.ts';
import type { createPool } from '../storage/connection.ts';
import { createOnce } from '../storage/journal/outcome-store.ts';
import { MarketStore } from '../storage/market-store.ts';
import { PgAuditStore } from '../storage/operators/audit-store.ts';
import { PgOperationReader } from '../storage/operators/operation-reader.ts';
import { PgOperatorStore } from '../storage/operators/operator-store.ts';
import { readPaymentFigures } from '../storage/operators/payment-figures.ts';
import { PgScenarioStore } from '../storage/operators/scenario-store.ts';
import type { Streams } from '../streams/streams.ts';
import type { Cluster } from './cluster.ts';
import { drawKeys } from './main-market.ts';
import type { MarketSupervisor } from './markets.ts';
import type { People } from './people.ts';

export interface OperatorsOptions {
  version: string;
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  ids: IdSource;
  entropy: Entropy;
  loop: LoopMonitor;
  /** null: the process is alone. */
  cluster: Cluster | null;
  people: People;
  supervisor: MarketSupervisor;
  reader: AccountReader;
  accountIds: AccountIds;
  streams: Streams;
  ledger: Sentinel;
  readiness(): Promise<Readiness>;
  /** Of somebody who was blocked. Never rejects. */
  cancelEntries(userId: bigint): Promise<void>;
}

/** The operator area over all of it. */
export function openOperators(options: OperatorsOptions): Operators {
  const { version, pool, clock, log, ids, entropy, loop, cluster, supervisor, reader, accountIds } = options;
  const { streams, ledger, readiness, cancelEntries } = options;
  const { users, sessions, passwords, throttle } = options.people;
  const markets = supervisor.desk;
  const store = new PgOperatorStore(pool);
  return {
    access: createOperatorAccess({ store, sessions, passwords, throttle, clock }),
    audit: createAuditTrail(new PgAuditStore(pool), clock, (error) =>
      log.error({ err: error }, 'the outcome of an operator call could not be written'),
    ),
    users: new UserAdministration({
      ...{ store, users, sessions, markets, reader, accountIds, clock, ids, cancelEntries },
    }),
    scenarios: new ScenarioAdministration({
      ...{ markets, ends: new MarketStore(pool), clock, ids, entropy },
      once: createOnce(pool, clock, (client) => new PgScenarioStore(client)),
      drawBase: () => drawKeys(entropy),
      ownSymbols: new Set(LISTED_PAIRS.map(({ symbol }) => symbol)),
      refresh: () => supervisor.refresh(),
    }),
    operations: new PgOperationReader(pool),
    health: createOperatorHealth({
      ...{ version, clock, readiness, markets, streams, ledger },
      pingDatabase: () => supervisor.ping(),
      failedStarts: () => supervisor.failedStarts(),
      payments: () => readPaymentFigures(pool),
      eventLoop: () => loop.read(),
      ...(cluster === null ? {} : { processes: { directory: cluster.directory, here: cluster.process.id } }),
    }),
  };
}
