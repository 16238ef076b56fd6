import { AlertWatch } from '../alerts/alert-watch.ts';
import { Alerts } from '../alerts/alerts.ts';
import { IntegrityError } from '../commands/batch.ts';
import type { Markets } from '../engine/market-port.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { PgAlertBook } from '../storage/alerts/alert-book.ts';
import { PgAlertStore } from '../storage/alerts/alert-store.ts';
import type { createPool } from '../storage/connection.ts';
import { createOnce } from '../storage/journal/outcome-store.ts';
import type { Notifications } from '../storage/notifications.ts';

const WARNING_PAUSE_MS = 10_000;

/** What people do with their alerts. */
export const openAlerts = (pool: ReturnType<typeof createPool>, clock: Clock): Alerts =>
  new Alerts({
    book: new PgAlertBook(pool),
    once: createOnce(pool, clock, (client) => new PgAlertBook(client)),
  });

export interface AlertWatchParts {
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  markets: Markets;
  /** Whether a market is decided in this process. */
  isHere(marketId: string): boolean;
  notifications: Notifications;
  /** Told whose list or rings have changed, wherever that was; null: anybody's may have. */
  changed(userId: bigint | null): void;
}

/** Watches the alerts of the markets of this process, and hears of those that are set, removed or rung in any other. */
export async function watchAlerts(parts: AlertWatchParts): Promise<AlertWatch> {
  const { pool, clock, log, markets, isHere, notifications, changed } = parts;
  let saidAt = Number.NEGATIVE_INFINITY;
  const watch = new AlertWatch({
    ...{ store: new PgAlertStore(pool), markets, clock, isHere },
    onFailure: (error) => {
      if (error instanceof Error && error.cause instanceof IntegrityError) {
        log.error({ err: error }, 'an alert could not be written and is given up');
        return;
      }
      const now = clock.monotonic();
      if (now - saidAt < WARNING_PAUSE_MS) return;
      saidAt = now;
      log.warn({ err: error }, 'alerts could not be read or written yet');
    },
  });
  markets.listen(watch);
  await notifications.alerts((notice) => {
    watch.heard(notice);
    changed(notice?.userId ?? null);
  });
  return watch;
}
