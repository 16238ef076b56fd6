import type { Client } from 'pg';
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
import { LIMIT_ORDER } from '../../../test/support/limit-order.ts';
import type { Idempotency, Outcome } from '../../commands/command.ts';
import { MarketStore } from '../market-store.ts';
import { PgJournal } from './journal.ts';
import { claimMarket } from '../cluster/market-owners.ts';
import { WriterConnection, type TakeLock } from './writer-connection.ts';

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
      ...LIMIT_ORDER,
      maker: true,
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
    const amended: OrderState = { ...order, maker: false, limitPrice: 55n, takeProfit: 44n, expiresAt: NOW + 1 };
    a.version += 1n;
    await journal.append(batchOf({ accounts: [{ ...a }], changedOrders: [amended] }));
    expect((await journal.load()).orders).toEqual([amended]);
    const cancelled = move('orders', 'available', 'orderCancel');
    await journal.append(
      batchOf({ transfers: cancelled, accounts: [a], endedOrders: [{ ...amended, status: 'cancelled' }] }),
    );
    keep(a);
    expect((await journal.load()).orders).toEqual([]);
  });

  it('L6 freezes outcomes of any content under user, action and key', async () => {
    const key = (userId: bigint, name: string): Idempotency => ({
      ...{ userId, action: 'openPosition', key: name, bodyHash: 'ab'.repeat(32) },
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
    const ofAnotherAction: Idempotency = { ...key(2n, 'x'), action: 'placeOrder' };
    expect(await journal.outcomes([key(2n, 'x'), key(3n, 'x'), key(1n, 'x'), key(1n, nasty), ofAnotherAction])).toEqual(
      [
        { kept: { bodyHash: 'ab'.repeat(32), answer: opened }, newest: 'x' },
        { kept: { bodyHash: 'ab'.repeat(32), answer: nastier }, newest: 'x' },
        { kept: null, newest: nasty },
        { kept: { bodyHash: 'ab'.repeat(32), answer: refused }, newest: nasty },
        { kept: null, newest: null },
      ],
    );
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

const lockHolders = async (...markets: string[]): Promise<number[]> => {
  const { rows } = await db.owner.query<{ pid: number }>(
    `SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
     AND classid::bigint = hashtext($1)::bigint & 4294967295
     AND objid::bigint IN (SELECT hashtext(id)::bigint & 4294967295 FROM unnest($2::text[]) AS id)`,
    [db.target.schema, markets],
  );
  return rows.map(({ pid }) => pid);
};

const kill = (pid: number) => db.owner.query('SELECT pg_terminate_backend($1)', [pid]);

it('O1 one writer per market: a second one waits for the first to go and then sees all of it', async () => {
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

it('O1 a market that is given up while it waits for its lock is not taken for nobody', async () => {
  const writer = new WriterConnection(db.target);
  const other = new PgJournal(db.target, MARKET.id, writer);
  await journal.load();
  const waiting = expect(other.load()).rejects.toThrow('was given up');
  await journal.load();
  await other.close();
  await journal.close();
  await waiting;
  expect(writer.size).toBe(0);
  await journal.load();
});

it('O1 a market that is given up while its lock is being taken is left to the others', async () => {
  await journal.close();
  const given = [(of: PgJournal) => of.load(), (of: PgJournal) => of.claim()].map(async (ask) => {
    const writer = new WriterConnection(db.target);
    const closing: Promise<void>[] = [];
    const other: PgJournal = new PgJournal(db.target, MARKET.id, writer, async () => {
      closing.push(other.close());
      return Promise.resolve(1n);
    });
    await expect(ask(other)).rejects.toThrow('was given up');
    await Promise.all(closing);
    await expect.poll(() => writer.size).toBe(0);
  });
  await Promise.all(given);
  await journal.load();
});

describe('O1 a connection that is lost', () => {
  const opening = (n: number, seq: bigint) => {
    const a = account(n);
    const at = record(seq);
    const { position, transfer } = open(ids, a, at, 1_000_000n);
    const batch = batchOf({ priceRecords: [at], transfers: [transfer], accounts: [a], openedPositions: [position] });
    return { a, batch };
  };

  it('takes the lock with it: nothing is written until the market is loaded again', async () => {
    await journal.load();
    expect(journal.isHeld).toBe(true);
    await kill((await lockHolders(MARKET.id))[0]!);
    await expect.poll(() => journal.isHeld).toBe(false);
    const { a, batch } = opening(1, 20n);
    await expect(journal.append(batch)).rejects.toThrow(/terminat|connection/i);
    await expect(journal.append(batch)).rejects.toThrow('it has to be loaded again');
    // What was answered can be looked up without the lock.
    expect(await journal.outcomes([{ userId: 1n, action: 'openPosition', key: 'y', bodyHash: '' }])).toMatchObject([
      { kept: null },
    ]);
    await expect(journal.append(batch)).rejects.toThrow('it has to be loaded again');
    expect((await journal.load()).accounts).toHaveLength(3);
    await journal.append(batch);
    keep(a);
  });

  it('does so for every market on it, and one at work for another owner is left alone', async () => {
    await journal.close();
    const other = { ...MARKET, id: 'market-2' };
    await new MarketStore(db.owner).create(other, NOW);
    const writer = new WriterConnection(db.target);
    const [here, there] = [MARKET.id, other.id].map((id) => new PgJournal(db.target, id, writer)) as [
      PgJournal,
      PgJournal,
    ];
    await Promise.all([here.load(), there.load()]);
    const [shared, ...more] = await lockHolders(MARKET.id, other.id);
    expect([writer.size, more]).toEqual([2, []]);
    await kill(shared!);
    await expect(there.load()).rejects.toThrow(/terminat|connection/i);
    const thief = new PgJournal(db.target, MARKET.id);
    await thief.load();
    await there.load();
    const { batch } = opening(0, 21n);
    await expect(here.append(batch)).rejects.toThrow('it has to be loaded again');
    await there.append(batchOf({ marketId: other.id, priceRecords: [record(1n)] }));
    await thief.close();
    await here.load();
    await Promise.all([here.close(), there.close()]);
    expect(await lockHolders(MARKET.id, other.id)).toEqual([]);
    await journal.load();
  });
});

it('E12 O1 a halt is kept also without the lock, and not by whoever has lost the market', async () => {
  const halt = { at: NOW, reason: 'a reason of\0 the program' };
  await journal.close();
  expect(await journal.keepHalt(halt, 70_000)).toBe(true);
  expect(await journal.keepHalt({ at: NOW + 1, reason: 'another' }, 80_000)).toBe(true);
  const heir = new PgJournal(db.target, MARKET.id);
  expect(await heir.load()).toMatchObject({
    ...{ halt: { at: NOW, reason: 'a reason of the program' }, haltedTimes: [{ since: 70_000, until: null }] },
  });
  await heir.endHalt({ since: 70_000, until: 90_000 });
  expect(await journal.keepHalt(halt, 100_000)).toBe(false);
  expect(await heir.load()).toMatchObject({ halt: null, haltedTimes: [{ since: 70_000, until: 90_000 }] });
  // It halts again before any price has come: one time, that goes on.
  expect(await heir.keepHalt(halt, 70_000)).toBe(true);
  expect(await heir.load()).toMatchObject({ haltedTimes: [{ since: 70_000, until: null }] });
  await heir.endHalt({ since: 70_000, until: 95_000 });
  await expect(new PgJournal(db.target, MARKET.id).keepHalt(halt, 70_000)).rejects.toThrow(
    'nobody has taken the market',
  );
  await heir.close();
  await journal.load();
});

it('E8 the times of halts are kept for as long as something is open that was open then', async () => {
  const { rows } = await db.owner.query<{ oldest: bigint | null }>(
    'SELECT min(p.entry_time) AS oldest FROM positions p JOIN accounts a ON a.id = p.account_id WHERE a.market_id = $1',
    [MARKET.id],
  );
  const oldest = Number(rows[0]?.oldest);
  const ended = [
    [-900_000, -60_001],
    [-800_000, -60_000],
    [-30_000, 10],
    [500_000, 500_000],
  ].map(([since = 0, until = 0]) => ({ since: oldest + since, until: oldest + until }));
  for (const time of ended) await journal.endHalt(time);
  expect((await journal.load()).haltedTimes).toEqual(ended.slice(1));
  // Also where it is not known whether it was written.
  for (const time of ended.slice(2)) await journal.endHalt(time);
  expect((await journal.load()).haltedTimes).toEqual(ended.slice(1));
});

describe('O1 where other processes want the lock too', () => {
  it('a market is claimed without waiting, and what takes the lock says so', async () => {
    const taken: string[] = [];
    const take: TakeLock = async (client, id) => {
      const term = await claimMarket(client, db.target.schema, id, null);
      if (term !== null) taken.push(id);
      return term;
    };
    const writer = new WriterConnection(db.target, true);
    const other = new PgJournal(db.target, MARKET.id, writer, take);
    expect(await other.claim()).toBe(false);
    await expect(other.load()).rejects.toThrow('another server is running the market');
    await journal.close();
    expect([await other.claim(), taken]).toEqual([true, [MARKET.id]]);
    await other.load();
    expect(taken).toHaveLength(1);
    await other.close();
    await journal.load();
  });

  it('a lock that may have been taken is given up with its connection', async () => {
    const [id, neighbour] = ['market-9', 'market-10'] as const;
    for (const each of [id, neighbour]) await new MarketStore(db.owner).create({ ...MARKET, id: each }, NOW);
    const writer = new WriterConnection(db.target);
    const beside = new PgJournal(db.target, neighbour, writer);
    await beside.load();
    const fails: TakeLock = async (client) => {
      await client.query('SELECT pg_try_advisory_lock(hashtext($1), hashtext($2))', [db.target.schema, id]);
      await client.query('SELECT 1 / 0');
      return 1n;
    };
    await expect(new PgJournal(db.target, id, writer, fails).claim()).rejects.toThrow('division by zero');
    await expect.poll(() => lockHolders(id, neighbour)).toEqual([]);
    expect(beside.isHeld).toBe(false);
    const other = new PgJournal(db.target, id, writer);
    expect(await other.claim()).toBe(true);
    await beside.load();
    await Promise.all([other.close(), beside.close()]);
  });

  it('a cut network is noticed within ten seconds on both sides', async () => {
    const writer = new WriterConnection(db.target, true);
    const bounds = ['tcp_user_timeout', 'statement_timeout'];
    const setting = (client: Client) =>
      client.query<{ setting: string }>('SELECT setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name DESC', [
        bounds,
      ]);
    const { rows } = await writer.run(setting);
    expect(rows.map((row) => row.setting)).toEqual(['10000', '30000']);
    expect([writer.batchTimeoutMs, new WriterConnection(db.target).batchTimeoutMs]).toEqual([8_000, 30_000]);
  });
});

describe('a connection that markets share', () => {
  const NAMES = ['market-11', 'market-12', 'market-13'];

  it('O1 does what they ask one after another, whole transactions at a time', async () => {
    const store = new MarketStore(db.owner);
    for (const id of NAMES) await store.create({ ...MARKET, id }, NOW);
    const writer = new WriterConnection(db.target);
    const journals = NAMES.map((id) => new PgJournal(db.target, id, writer));
    const users = await insertUsers(db.pool, NAMES.length, 200);
    const work = journals.flatMap((each, n) => {
      const batch = { ...openAccounts(ids, [users[n]!]), marketId: NAMES[n]! };
      return [each.load(), each.append(batch), each.load(), each.outcomes([])];
    });
    await Promise.all(work);
    const loaded = await Promise.all(journals.map((each) => each.load()));
    expect(loaded.map(({ accounts: [first, ...others] }) => [first?.userId, others])).toEqual(
      users.map((user) => [user, []]),
    );
    expect(await lockHolders(...NAMES)).toHaveLength(1);
    await Promise.all(journals.map((each) => each.close()));
    expect(await lockHolders(...NAMES)).toEqual([]);
  });

  it('O1 gives back one lock and keeps the others; with the last one it is closed', async () => {
    const writer = new WriterConnection(db.target);
    const journals = NAMES.map((id) => new PgJournal(db.target, id, writer));
    for (const each of journals) await each.load();
    const [pid] = await lockHolders(...NAMES);
    await journals[0]!.close();
    expect([await lockHolders(NAMES[0]!), await lockHolders(...NAMES)]).toEqual([[], [pid]]);
    await expect(journals[0]!.append(batchOf({ marketId: NAMES[0]!, priceRecords: [record(1n)] }))).rejects.toThrow(
      'it has to be loaded again',
    );
    await journals[1]!.close();
    await journals[2]!.close();
    await expect
      .poll(async () => (await db.owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount)
      .toBe(0);
  });

  it('O1 a market that does not exist, or that somebody else holds, disturbs nobody on it', async () => {
    const writer = new WriterConnection(db.target);
    const mine = new PgJournal(db.target, NAMES[0]!, writer);
    const held = new PgJournal(db.target, NAMES[1]!);
    await mine.load();
    await held.load();
    const [pid] = await lockHolders(NAMES[0]!);
    await expect(new PgJournal(db.target, 'nowhere', writer).load()).rejects.toThrow('there is no market nowhere');
    const twice = new PgJournal(db.target, NAMES[0]!, writer).load();
    const taken = new PgJournal(db.target, NAMES[1]!, writer).load();
    const refused = Promise.allSettled([twice, taken]);
    for (let n = 0; n < 20; n += 1) await mine.load();
    const reasons = (await refused).map((each) => (each.status === 'rejected' ? String(each.reason) : 'loaded'));
    expect(reasons).toEqual([
      expect.stringContaining('another server is running the market market-11'),
      expect.stringContaining('another server is running the market market-12'),
    ]);
    expect(await lockHolders(NAMES[0]!)).toEqual([pid]);
    await Promise.all([mine.close(), held.close()]);
  });
});
