import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  close,
  createMarket,
  idsFrom,
  insertUsers,
  MARKET,
  NOW,
  open,
  openAccounts,
  batchOf,
  record,
} from '../../../test/harness/trading.ts';
import { useDatabase } from '../../../test/harness/database.ts';
import { IntegrityError, type AccountState, type Batch, type OrderState } from '../../commands/batch.ts';
import type { Idempotency, Outcome } from '../../commands/command.ts';
import { PgJournal } from './journal.ts';

const db = useDatabase();
const ids = idsFrom(1n);
let journal: PgJournal;
let accounts: AccountState[];

beforeAll(async () => {
  await createMarket(db.target);
  journal = new PgJournal(db.target, MARKET.id);
  const batch = openAccounts(ids, await insertUsers(db.pool, 3));
  accounts = batch.newAccounts;
  await journal.append(batch);
});
afterAll(() => journal.close());

const account = (n: number): AccountState => ({ ...accounts[n]! });
const keep = (...changed: AccountState[]): void => {
  for (const state of changed) accounts[accounts.findIndex(({ id }) => id === state.id)] = state;
};

describe('append and load', () => {
  it('L9 gives back exactly what was written', async () => {
    const [a, b] = [account(0), account(1)];
    const [first, second] = [record(1n), record(2n, 9_999_999_999n, 'ETHUSDT')];
    const one = open(ids, a, first, 10_000_001n);
    const two = open(ids, b, second, 20_000_000n);
    await journal.append(
      batchOf({
        priceRecords: [first, second],
        transfers: [one.transfer, two.transfer],
        accounts: [a, b],
        openedPositions: [one.position, two.position],
      }),
    );
    keep(a, b);
    const snapshot = await journal.load();
    expect(snapshot.positions.sort((x, y) => Number(x.id - y.id))).toEqual([one.position, two.position]);
    expect(snapshot.accounts.sort((x, y) => Number(x.id - y.id))).toEqual(accounts);
    expect(snapshot.lastSeq).toBe(2n);
    expect(snapshot.lastRecordTime).toBe(NOW);
  });

  it('E3 keeps triggers and the rest of a partly closed position, and forgets a closed one', async () => {
    const a = account(2);
    const at = record(3n);
    const { position, transfer } = open(ids, a, at, 50_000_000n);
    await journal.append(
      batchOf({ priceRecords: [at], transfers: [transfer], accounts: [{ ...a }], openedPositions: [position] }),
    );
    const part = close(ids, a, position, 20_000_000n);
    const rest = { ...position, margin: 30_000_000n, notional: 300_000_000n, takeProfit: 2n * at.price, stopLoss: 1n };
    await journal.append(
      batchOf({ transfers: [part.transfer], accounts: [{ ...a }], changedPositions: [rest], trades: [part.trade] }),
    );
    const after = await journal.load();
    expect(after.positions.find(({ id }) => id === position.id)).toEqual(rest);
    const last = close(ids, a, rest, 30_000_000n);
    await journal.append(
      batchOf({ transfers: [last.transfer], accounts: [a], closedPositions: [position.id], trades: [last.trade] }),
    );
    keep(a);
    expect((await journal.load()).positions.map(({ id }) => id)).not.toContain(position.id);
  });

  it('keeps open orders and no ended ones', async () => {
    const a = account(0);
    const order: OrderState = {
      ...{ id: ids.next(), accountId: a.id, symbol: 'BTCUSDT', side: 'short', margin: 5_000_000n, leverage: 3 },
      ...{ limitPrice: 77n, takeProfit: null, stopLoss: 99n, reserved: 5_000_100n, status: 'open', createdAt: NOW },
    };
    const move = (from: 'available' | 'orders', to: 'available' | 'orders', kind: 'orderPlace' | 'orderCancel') => {
      a.version += 1n;
      a[from] -= order.reserved;
      a[to] += order.reserved;
      const legs = [
        { ref: { accountId: a.id, book: from }, amount: -order.reserved },
        { ref: { accountId: a.id, book: to }, amount: order.reserved },
      ];
      return [{ id: ids.next(), kind, subjectId: order.id, legs }];
    };
    const placed = move('available', 'orders', 'orderPlace');
    await journal.append(batchOf({ transfers: placed, accounts: [{ ...a }], placedOrders: [order] }));
    expect((await journal.load()).orders).toEqual([order]);
    const cancelled = move('orders', 'available', 'orderCancel');
    await journal.append(
      batchOf({ transfers: cancelled, accounts: [a], endedOrders: [{ ...order, status: 'cancelled' }] }),
    );
    keep(a);
    expect((await journal.load()).orders).toEqual([]);
  });

  it('L6 freezes outcomes of any content under user, operation and key', async () => {
    const key = (userId: bigint, name: string): Idempotency => ({
      ...{ userId, operation: 'openPosition', key: name, bodyHash: 'ab'.repeat(32) },
    });
    const refused: Outcome = { ok: false, code: 'insufficient_funds' };
    const nasty = '"}{\\,(~12)\'; -- \u{1F600}';
    const [{ position }] = [open(ids, account(0), record(9n), 1_000_000n)];
    const openedAs = (symbol: string): Outcome => ({
      ok: true,
      result: { type: 'position', position: { ...position, symbol, entryRecord: { ...position.entryRecord, symbol } } },
    });
    const [opened, nastier] = [openedAs('~5'), openedAs('~5|~6')];
    await journal.append(
      batchOf({
        outcomes: [
          { idempotency: key(1n, nasty), outcome: refused },
          { idempotency: key(2n, 'x'), outcome: opened },
          { idempotency: key(3n, 'x'), outcome: nastier },
        ],
      }),
    );
    expect(await journal.outcomes([key(2n, 'x'), key(3n, 'x'), key(1n, 'x'), key(1n, nasty)])).toEqual([
      { bodyHash: 'ab'.repeat(32), outcome: opened },
      { bodyHash: 'ab'.repeat(32), outcome: nastier },
      null,
      { bodyHash: 'ab'.repeat(32), outcome: refused },
    ]);
  });
});

describe('a batch that does not fit is refused whole', () => {
  const attempt = async (batch: Batch): Promise<void> => {
    const before = await journal.load();
    await expect(journal.append(batch)).rejects.toThrow(IntegrityError);
    expect(await journal.load()).toEqual(before);
  };
  const opening = (n: number, margin = 1_000_000n) => {
    const a = account(n);
    const at = record(1n);
    const { position, transfer } = open(ids, a, at, margin);
    return batchOf({ priceRecords: [at], transfers: [transfer], accounts: [a], openedPositions: [position] });
  };

  it('L1 a transfer that does not sum to zero', async () => {
    const batch = opening(0);
    batch.transfers[0]!.legs[0]!.amount += 1n;
    await attempt(batch);
  });

  it('L1 a transfer of a single leg', async () => {
    const batch = opening(0);
    batch.transfers[0]!.legs.pop();
    await attempt(batch);
  });

  it('L1 a transfer that gives a user more than the market pays', async () => {
    const batch = openAccounts(ids, await insertUsers(db.pool, 1, 100));
    batch.transfers[0]!.legs.find(({ ref }) => ref.accountId === null)!.amount += 1n;
    await attempt(batch);
  });

  it('L2 balances that are not the sum of the entries', async () => {
    const batch = opening(0);
    batch.accounts[0]!.available += 1n;
    await attempt(batch);
  });

  it('L2 a change of a book that has no entry', async () => {
    const batch = opening(0);
    batch.accounts[0]!.locked = 1n;
    await attempt(batch);
  });

  it('L4 more than the account has', async () => {
    await attempt(opening(0, 5_000_000_000n));
  });

  it('an entry of a book that does not exist', async () => {
    const batch = opening(0);
    batch.transfers[0]!.legs[1]!.ref = { accountId: 999_999n, book: 'margin' };
    await attempt(batch);
  });

  it('a state that does not follow the stored one', async () => {
    const batch = opening(0);
    batch.accounts[0]!.version = accounts[0]!.version;
    await attempt(batch);
  });

  it('E2 closing what is not open, and opening twice', async () => {
    await attempt(batchOf({ closedPositions: [987_654n] }));
    const batch = opening(0);
    batch.openedPositions.push(batch.openedPositions[0]!);
    await attempt(batch);
  });

  it('a second account of the same user', async () => {
    await attempt(openAccounts(ids, [accounts[0]!.userId]));
  });
});

it('L10 one writer per market: a second one waits for the first to go and then sees all of it', async () => {
  const other = new PgJournal(db.target, MARKET.id);
  let hasLoaded = false;
  const waiting = other.load().finally(() => {
    hasLoaded = true;
  });
  for (let n = 0; n < 50; n += 1) await journal.load();
  expect(hasLoaded).toBe(false);
  await journal.close();
  expect((await waiting).accounts).toHaveLength(3);
  await other.close();
});

it('a lost connection loses no batch: the next call opens another', async () => {
  const journalPid = async () => {
    const { rows } = await db.owner.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = (hashtext($2)::bigint & 4294967295)::oid
       AND classid = (hashtext($1)::bigint & 4294967295)::oid`,
      [db.target.schema, MARKET.id],
    );
    return rows[0]!.pid;
  };
  await journal.load();
  await db.owner.query('SELECT pg_terminate_backend($1)', [await journalPid()]);
  await expect
    .poll(() =>
      journal.load().then(
        (s) => s.accounts.length,
        () => 0,
      ),
    )
    .toBe(3);
  const a = account(1);
  const at = record(20n);
  const { position, transfer } = open(ids, a, at, 1_000_000n);
  await journal.append(
    batchOf({ priceRecords: [at], transfers: [transfer], accounts: [a], openedPositions: [position] }),
  );
  keep(a);
});
