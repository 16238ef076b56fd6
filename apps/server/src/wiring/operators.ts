import type { OperatorHealth } from '@plecho/contract';
import type { IdSource } from '../commands/batch.ts';
import type { Markets } from '../engine/market-port.ts';
import type { Passwords } from '../identity/passwords.ts';
import type { UserStore } from '../identity/ports.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Throttle } from '../identity/throttle.ts';
import type { Clock } from '../lib/clock.ts';
import { createOperatorAccess } from '../operators/access.ts';
import { createAuditTrail } from '../operators/audit.ts';
import { createOperatorHealth, type HealthSources } from '../operators/health.ts';
import type { Operators } from '../operators/operators.ts';
import { UserAdministration } from '../operators/users.ts';
import type { AccountIds } from '../queries/account-ids.ts';
import type { AccountReader } from '../queries/ports.ts';
import type { createPool } from '../storage/connection.ts';
import { PgAuditStore } from '../storage/operators/audit-store.ts';
import { PgOperatorStore } from '../storage/operators/operator-store.ts';
import { readPaymentFigures } from '../storage/operators/payment-figures.ts';
import { PgTransferReader } from '../storage/operators/transfer-reader.ts';

/** Feeds as the health page shows them. */
function feedsOf(markets: Markets): Promise<OperatorHealth['feeds']> {
  return Promise.all(
    markets.allRunning().map(async (market) => {
      const { halt, newestPriceAgeMs, validTicks, rejected } = await market.stats();
      const priceAgeMs = newestPriceAgeMs === null ? null : Math.round(newestPriceAgeMs);
      return { market: market.id, label: market.definition.label, priceAgeMs, halt, ticks: validTicks, rejected };
    }),
  );
}

export interface OperatorParts extends Pick<
  HealthSources,
  'version' | 'streams' | 'ledger' | 'readiness' | 'failedStarts' | 'eventLoop' | 'pingDatabase'
> {
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  ids: IdSource;
  markets: Markets;
  users: UserStore;
  sessions: Sessions;
  passwords: Passwords;
  throttle: Throttle;
  reader: AccountReader;
  accountIds: AccountIds;
  /** Told when the outcome of a call could not be added to the audit log. */
  onAuditError(error: unknown): void;
}

/** The operator area over the parts of a running server. */
export function createOperators(parts: OperatorParts): Operators {
  const { pool, clock, ids, markets, users, sessions, passwords, throttle, reader, accountIds } = parts;
  const store = new PgOperatorStore(pool);
  return {
    access: createOperatorAccess({ store, sessions, passwords, throttle, clock }),
    audit: createAuditTrail(new PgAuditStore(pool), clock, (error) => parts.onAuditError(error)),
    users: new UserAdministration({ store, users, sessions, markets, reader, accountIds, clock, ids }),
    transfers: new PgTransferReader(pool),
    health: createOperatorHealth({
      ...parts,
      feeds: () => feedsOf(markets),
      payments: () => readPaymentFigures(pool),
    }),
  };
}
