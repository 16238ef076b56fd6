import { expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import {
  batchOf,
  close,
  createMarket,
  idsFrom,
  insertUsers,
  MARKET,
  open,
  openAccounts,
  record,
} from '../../../test/harness/trading.ts';
import { type AccountState, IntegrityError, type PositionState } from '../../commands/batch.ts';
import { createPool, ownerConfig } from '../connection.ts';
import { PgJournal } from './journal.ts';

const db = useDatabase();
const MARKETS = ['main', 'second', 'third'];
const ROUNDS = 60;

/** A sequence that looks random and is the same every time. */
function* sequence(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

/** Batches of one market: opens and closes of several accounts, some of them wrong on purpose. */
async function trade(marketId: string, users: bigint[], ids: ReturnType<typeof idsFrom>): Promise<number> {
  const journal = new PgJournal(db.target, marketId);
  const random = sequence(marketId.length);
  const opening = openAccounts(ids, users);
  await journal.append({ ...opening, marketId });
  let accounts: AccountState[] = opening.newAccounts;
  let positions: PositionState[] = [];
  let refused = 0;
  for (let round = 1n; round <= ROUNDS; round++) {
    const next = accounts.map((account) => ({ ...account }));
    const at = record(round);
    const batch = batchOf({ marketId, priceRecords: [at] });
    const remaining: PositionState[] = [];
    for (const position of positions) {
      const account = next.find(({ id }) => id === position.accountId)!;
      if (random.next().value < 0.5) {
        remaining.push(position);
        continue;
      }
      const { trade: done, transfer } = close(ids, account, position, position.margin);
      batch.transfers.push(transfer);
      batch.trades.push(done);
      batch.closedPositions.push(position.id);
    }
    for (const account of next) {
      const { position, transfer } = open(ids, account, at, 1_000_000n + BigInt(Math.floor(random.next().value * 1e6)));
      batch.transfers.push(transfer);
      batch.openedPositions.push(position);
    }
    batch.accounts = next;
    const wrong = random.next().value < 0.2;
    if (wrong) batch.accounts[0]!.available += 1n;
    try {
      await journal.append(batch);
      accounts = next;
      positions = [...remaining, ...batch.openedPositions];
      expect(wrong).toBe(false);
    } catch (error) {
      expect(error).toBeInstanceOf(IntegrityError);
      refused += 1;
    }
  }
  const snapshot = await journal.load();
  const byId = (a: { id: bigint }, b: { id: bigint }) => Number(a.id - b.id);
  expect(snapshot.accounts.sort(byId)).toEqual(accounts.sort(byId));
  expect(snapshot.positions.sort(byId)).toEqual(positions.sort(byId));
  await journal.close();
  return refused;
}

it('L10 L2 markets that write at the same time with refused batches between end in a coherent ledger', async () => {
  for (const id of MARKETS) await createMarket(db.target, { ...MARKET, id });
  const users = await insertUsers(db.pool, 8);
  const ids = idsFrom(1n);
  const refused = await Promise.all(MARKETS.map((marketId) => trade(marketId, users, ids)));
  expect(Math.min(...refused)).toBeGreaterThan(0);
});

it('L10 a batch locks its ledger accounts in ascending order: two that share them in opposite order never deadlock', async () => {
  const { rows } = await db.pool.query<{ id: bigint }>(
    'SELECT id FROM ledger_accounts WHERE account_id IS NULL OR balance > 1000 ORDER BY id LIMIT 24',
  );
  const books = rows.map(({ id }) => id);
  const pairs = (ids: bigint[], first: bigint): string =>
    `{${ids.map((id, n) => `"(${first + BigInt(Math.floor(n / 2))},${id},${n % 2 === 0 ? 1 : -1})"`).join(',')}}`;
  const transfers = (count: number, first: bigint): string =>
    `{${Array.from({ length: count }, (_, n) => `"(${first + BigInt(n)},main,open,1,1)"`).join(',')}}`;
  const owners = createPool({ ...ownerConfig(db.target), max: 8 });
  const work = Array.from({ length: 60 }, async (_, n) => {
    const first = 1_000_000n + BigInt(n) * 100n;
    const client = await owners.connect();
    try {
      await client.query('BEGIN');
      const order = n % 2 === 0 ? books : books.toReversed();
      await client.query('SELECT append_transfers($1, $2)', [transfers(12, first), pairs(order, first)]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
  await expect(Promise.all(work)).resolves.toHaveLength(60);
  await owners.end();
});
