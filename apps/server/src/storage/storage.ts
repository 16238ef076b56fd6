import type { Pool } from 'pg';
import type { IdSource } from '../commands/batch.ts';
import type { CandleStore } from '../engine/candles/ports.ts';
import type { IdentityNotices, SessionStore, ThrottleStore, UserStore } from '../identity/ports.ts';
import type { AccountReader } from '../queries/ports.ts';
import { PgAccountReader } from './account-reader.ts';
import { PgCandleStore } from './candle-store.ts';
import { appConfig, createPool, PRODUCT_SCHEMA, type Target } from './connection.ts';
import { startEmbedded, type EmbeddedDatabase } from './embedded/embedded.ts';
import { openIdSource } from './id-source.ts';
import { PgSessionStore } from './identity/session-store.ts';
import { PgThrottleStore } from './identity/throttle-store.ts';
import { PgUserStore } from './identity/user-store.ts';
import { PgJournal } from './journal/journal.ts';
import type { Violation } from './ledger-check/ledger-check.ts';
import { sampleLedger } from './ledger-check/sample.ts';
import { MarketStore } from './market-store.ts';
import { migrate } from './migrate.ts';
import { Notifications } from './notifications.ts';
import { RecordingStore } from './recording-store.ts';

const POOL_SIZE = 12;
const QUERY_TIMEOUT_MS = 10_000;

export interface Storage {
  users: UserStore;
  sessions: SessionStore;
  throttle: ThrottleStore;
  identityNotices: IdentityNotices;
  accounts: AccountReader;
  markets: MarketStore;
  recordings: RecordingStore;
  candles(marketId: string): CandleStore;
  /** Opens nothing yet: the journal connects and takes the market's lock with its first call. The caller closes it. */
  journal(marketId: string): PgJournal;
  /** To be opened once per process, after the lock of the main market is held. */
  ids(): Promise<IdSource>;
  /** Calls back with the id of a market that another process added; with null when some may have been missed. */
  onMarketAdded(added: (marketId: string | null) => void): Promise<() => Promise<void>>;
  /** Checks the newest movements of a market (see {@link sampleLedger}). */
  sampleLedger(marketId: string): Promise<Violation[]>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  /** Closes the connections, and stops the embedded database when `openStorage` was told so. */
  close(): Promise<void>;
}

export interface Database {
  target: Target;
  /** null when DATABASE_URL names another server. */
  embedded: EmbeddedDatabase | null;
}

/**
 * Finds or starts the database and brings its tables up to date.
 * @param notice told in one line about something unusual that needs no action
 * @throws StorageError with one line for the person at the terminal
 */
export async function openDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  notice: (text: string) => void,
): Promise<Database> {
  const embedded = config.databaseUrl === undefined ? await startEmbedded(config.dataDir) : null;
  if (embedded !== null && embedded.movedBecauseOf !== null) {
    notice(`PostgreSQL may not enter ${embedded.movedBecauseOf}: its files are in ${embedded.directory}`);
  }
  const target = { ownerUrl: embedded?.url ?? config.databaseUrl ?? '', schema: PRODUCT_SCHEMA };
  await migrate(target);
  return { target, embedded };
}

/** Every store on one pool, as the role of the application. */
export async function createStorage(target: Target, closeDatabase: () => Promise<void>): Promise<Storage> {
  const pool: Pool = createPool({ ...appConfig(target), max: POOL_SIZE, query_timeout: QUERY_TIMEOUT_MS });
  const notifications = new Notifications(target);
  await notifications.open();
  return {
    users: new PgUserStore(pool),
    sessions: new PgSessionStore(pool),
    throttle: new PgThrottleStore(pool),
    identityNotices: notifications.identity(),
    accounts: new PgAccountReader(pool),
    markets: new MarketStore(pool),
    recordings: new RecordingStore(pool),
    candles: (marketId) => new PgCandleStore(pool, marketId),
    journal: (marketId) => new PgJournal(target, marketId),
    ids: () => openIdSource(pool),
    onMarketAdded: (added) => notifications.markets(added),
    sampleLedger: (marketId) => sampleLedger(pool, marketId),
    async ping() {
      await pool.query('SELECT 1');
    },
    async close() {
      await notifications.close();
      await pool.end();
      await closeDatabase();
    },
  };
}

/**
 * The server's storage. Closing it stops the embedded database.
 * @throws StorageError with one line for the person at the terminal
 */
export async function openStorage(
  config: { databaseUrl: string | undefined; dataDir: string },
  notice: (text: string) => void,
): Promise<Storage> {
  const { target, embedded } = await openDatabase(config, notice);
  return createStorage(target, async () => embedded?.stop());
}
