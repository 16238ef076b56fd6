import { createHash } from 'node:crypto';
import { DEFAULT_RULES, legsOf, liquidationPrice, type Price, type Side, type Usdt } from '@plecho/domain';
import type {
  AccountState,
  Batch,
  IdSource,
  PositionState,
  PriceRecord,
} from '../../../apps/server/src/commands/batch.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../../apps/server/src/storage/embedded/embedded.ts';
import {
  appConfig,
  connectClient,
  createPool,
  ownerConfig,
  PRODUCT_SCHEMA,
  type Target,
} from '../../../apps/server/src/storage/connection.ts';
import { countedIds, countFrom } from '@plecho/testkit';
import { drawId } from '../../../apps/server/src/storage/id-source.ts';
import { migrate } from '../../../apps/server/src/storage/migrate.ts';
import { PgJournal } from '../../../apps/server/src/storage/journal/journal.ts';
import { batchOf } from '../../../apps/server/test/harness/trading.ts';
import { secretOf } from './session-secret.ts';

const GRANT: Usdt = 1_000_000_000_000n;
const ACCOUNTS_PER_BATCH = 500;

/** The database of a product that is not running, filled through the product's own journal. */
export interface Workshop {
  target: Target;
  database: EmbeddedDatabase;
  ids: IdSource;
  close(): Promise<void>;
}

export async function openWorkshop(dataDir: string): Promise<Workshop> {
  const database = await startEmbedded(dataDir);
  const target = await migrate({ ownerUrl: database.url, schema: PRODUCT_SCHEMA });
  const pool = createPool({ ...appConfig(target), max: 1 });
  const first = await drawId(pool);
  await pool.end();
  // Nobody else draws before a server starts, which goes on after what it finds.
  return { target, database, ids: countedIds(countFrom(first)), close: () => database.release() };
}

/** People who are signed in already; returns their user ids. Passwords are no hashes: nobody logs in with them. */
export async function seedPeople({ target }: Workshop, count: number): Promise<bigint[]> {
  const owner = await connectClient(ownerConfig(target));
  const now = Date.now();
  try {
    const { rows } = await owner.query<{ id: bigint }>(
      `INSERT INTO users (phone, password_hash, created_at)
       SELECT '+7999' || lpad(n::text, 7, '0'), 'x', $2 FROM generate_series(0, $1 - 1) AS n RETURNING id`,
      [count, now],
    );
    const users = rows.map(({ id }) => id);
    await owner.query(
      `INSERT INTO sessions (token_hash, user_id, user_agent, created_at, last_seen_at)
       SELECT hash, user_id, 'bench', $3, $3 FROM unnest($1::bytea[], $2::bigint[]) AS s (hash, user_id)`,
      [users.map((_, n) => createHash('sha256').update(secretOf(n)).digest()), users, now],
    );
    return users;
  } finally {
    await owner.end();
  }
}

/** An account with a large grant for each user; returns them in the order of the users. */
export async function seedAccounts(workshop: Workshop, marketId: string, users: bigint[]): Promise<AccountState[]> {
  const journal = new PgJournal(workshop.target, marketId);
  const accounts = users.map((userId) => ({
    id: workshop.ids.next(),
    userId,
    version: 1n,
    available: GRANT,
    orders: 0n,
    margin: 0n,
    locked: 0n,
    realisedPnl: 0n,
    season: 1,
    seasonStartedAt: Date.now(),
    attempt: null,
  }));
  for (let n = 0; n < accounts.length; n += ACCOUNTS_PER_BATCH) {
    const batch = batchOf({ marketId, at: Date.now() });
    for (const account of accounts.slice(n, n + ACCOUNTS_PER_BATCH)) {
      batch.newAccounts.push(account);
      batch.transfers.push({
        id: workshop.ids.next(),
        kind: 'grant',
        subjectId: account.id,
        legs: legsOf([
          {
            from: { accountId: null, book: 'issuance' },
            to: { accountId: account.id, book: 'available' },
            amount: GRANT,
          },
        ]),
      });
    }
    await journal.append(batch);
  }
  await journal.close();
  return accounts;
}

export interface SeededOpen {
  account: AccountState;
  side: Side;
  leverage: number;
  margin: Usdt;
  record: PriceRecord;
}

/** Adds an open to a batch as the engine would write it, and moves the account in place. */
export function addOpen(
  batch: Batch,
  ids: IdSource,
  { account, side, leverage, margin, record }: SeededOpen,
): PositionState {
  const entryPrice: Price = record.price;
  const position: PositionState = {
    id: ids.next(),
    accountId: account.id,
    symbol: record.symbol,
    side,
    margin,
    leverage,
    notional: margin * BigInt(leverage),
    entryPrice,
    liquidationPrice: liquidationPrice(side, entryPrice, leverage, DEFAULT_RULES.maintenance),
    takeProfit: null,
    stopLoss: null,
    initialStopLoss: null,
    trailing: null,
    openFee: 0n,
    ...{ maker: false, added: [], funding: 0n, fundedAt: 0 },
    openedAt: record.time,
    entryRecord: record,
  };
  account.available -= margin;
  account.margin += margin;
  account.version += 1n;
  batch.openedPositions.push(position);
  batch.transfers.push({
    id: ids.next(),
    kind: 'open',
    subjectId: position.id,
    legs: legsOf([
      {
        from: { accountId: account.id, book: 'available' },
        to: { accountId: account.id, book: 'margin' },
        amount: margin,
      },
    ]),
  });
  return position;
}
