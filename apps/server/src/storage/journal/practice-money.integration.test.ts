import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../test/harness/database.ts';
import {
  batchOf,
  createMarket,
  idsFrom,
  insertUsers,
  MARKET,
  NOW,
  openAccounts,
  record,
} from '../../../test/harness/trading.ts';
import { ADDRESS } from '../../../test/support/practice-money.ts';
import {
  IntegrityError,
  type AccountState,
  type Batch,
  type SeasonState,
  type WithdrawalState,
} from '../../commands/batch.ts';
import type { Idempotency, Outcome } from '../../commands/command.ts';
import { openIdSource } from '../id-source.ts';
import { migrate } from '../migrate.ts';
import { PgJournal } from './journal.ts';

const db = useDatabase();
const ids = idsFrom(1n);
let journal: PgJournal;
let account: AccountState;

beforeAll(async () => {
  await createMarket(db.target);
  journal = new PgJournal(db.target, MARKET.id);
  const batch = openAccounts(ids, await insertUsers(db.pool, 1));
  account = batch.newAccounts[0]!;
  await journal.append(batch);
});
afterAll(() => journal.close());

/** The account after some of what is available was locked, or locked money left it. */
function moved(available: bigint, locked: bigint): AccountState {
  const { version } = account;
  return {
    ...account,
    version: version + 1n,
    available: account.available + available,
    locked: account.locked + locked,
  };
}

function withdrawal(value: bigint, change: Partial<WithdrawalState> = {}): Batch {
  const state: WithdrawalState = {
    ...{ id: ids.next(), accountId: account.id, userId: account.userId, asset: 'USDT', amount: value, fee: 300_000n },
    ...{ network: 'tron', address: ADDRESS, memo: '007', card: null, value, record: null, createdAt: NOW },
    ...change,
  };
  const legs = [
    { ref: { accountId: account.id, book: 'available' as const }, amount: -value },
    { ref: { accountId: account.id, book: 'locked' as const }, amount: value },
  ];
  return batchOf({
    transfers: [{ id: ids.next(), kind: 'withdraw', subjectId: state.id, legs }],
    accounts: [moved(-value, value)],
    withdrawals: [state],
    priceRecords: state.record === null ? [] : [state.record],
  });
}

function payment(operationId: bigint, value: bigint): Batch {
  const transferId = ids.next();
  const legs = [
    { ref: { accountId: account.id, book: 'locked' as const }, amount: -value },
    { ref: { accountId: null, book: 'network' as const }, amount: value },
  ];
  return batchOf({
    transfers: [{ id: transferId, kind: 'withdrawPaid', subjectId: operationId, legs }],
    accounts: [moved(0n, -value)],
    settlements: [{ operationId, failure: null, value, record: null, transferId, at: NOW + 1 }],
  });
}

async function write(batch: Batch): Promise<void> {
  await journal.append(batch);
  account = batch.accounts[0] ?? account;
}

/** The account as the next process finds it. */
const loaded = async (): Promise<AccountState | undefined> =>
  (await journal.load()).accounts.find(({ id }) => id === account.id);

it('E1 a withdrawal, its price and its settlement are written as they were decided', async () => {
  const asked = withdrawal(12_000_000n, {
    ...{ asset: 'BTC', amount: 12_000_000n, network: 'bitcoin', memo: null, record: record(1n) },
  });
  const [state] = asked.withdrawals;
  await write(asked);
  expect(await loaded()).toEqual(account);
  await write(payment(state!.id, 12_000_000n));
  expect(await loaded()).toEqual(account);
  const { rows } = await db.owner.query(
    `SELECT o.id, type, amount, currency, network, address, memo, fee, o.value, o.price, o.price_seq, code, s.value AS paid, at
     FROM operations o JOIN settlements s ON s.operation_id = o.id`,
  );
  expect(rows).toEqual([
    {
      ...{ id: state!.id, type: 'withdraw', amount: 12_000_000n, currency: 'BTC', network: 'bitcoin', memo: null },
      ...{ address: ADDRESS, fee: 300_000n, value: 12_000_000n, price: record(1n).price, price_seq: 1n },
      ...{ code: 100_000n, paid: 12_000_000n, at: BigInt(NOW + 1) },
    },
  ]);
});

it('C1 a withdrawal to a card is written with its name and without an address', async () => {
  const card = { network: null, address: null, memo: null, fee: 0n, card: 'secure' } as const;
  const asked = withdrawal(12_000_000n, card);
  await write(asked);
  const { rows } = await db.owner.query(
    'SELECT type, currency, network, address, memo, fee, value, card FROM operations WHERE id = $1',
    [asked.withdrawals[0]?.id],
  );
  expect(rows).toEqual([{ ...card, type: 'withdraw', currency: 'USDT', value: 12_000_000n }]);
});

it('L6 the answer to a withdrawal is frozen as it was', async () => {
  const [state] = withdrawal(10_000_000n, { record: record(1n), memo: '~5' }).withdrawals;
  const key: Idempotency = { userId: 1n, action: 'withdraw', key: 'w', bodyHash: 'ab'.repeat(32) };
  const outcome: Outcome = { ok: true, result: { type: 'withdrawal', withdrawal: state! } };
  await journal.append(batchOf({ outcomes: [{ idempotency: key, outcome }] }));
  expect(await journal.outcomes([key])).toMatchObject([{ kept: { bodyHash: key.bodyHash, answer: outcome } }]);
});

const ended = (number: number, change: Partial<SeasonState> = {}): SeasonState => ({
  ...{ accountId: account.id, number, startedAt: account.seasonStartedAt, endedAt: NOW + number, endedId: ids.next() },
  ...{ endBalance: 0n, realisedPnl: 0n, ...change },
});
const turned = (season: number): AccountState => ({ ...moved(0n, 0n), season, seasonStartedAt: NOW + season - 1 });

/** Gives back what is available and grants it again. */
function turnOver(seasons: () => SeasonState[], after: number): Batch {
  const { id, available } = account;
  const list = seasons().map((season) => ({ ...season, endBalance: available }));
  const back = (from: bigint) => [
    { ref: { accountId: id, book: 'available' as const }, amount: -from },
    { ref: { accountId: null, book: 'issuance' as const }, amount: from },
  ];
  const transfers = list.flatMap(() => [
    { id: ids.next(), kind: 'seasonEnd' as const, subjectId: id, legs: back(available) },
    { id: ids.next(), kind: 'grant' as const, subjectId: id, legs: back(-available) },
  ]);
  const log = list.map(() => ({ id: ids.next(), userId: account.userId, at: NOW, kind: 'seasonStarted' as const }));
  return batchOf({ seasons: list, transfers, accounts: [turned(after)], log });
}

it('P3 a season that ends makes the next one the account’s own', async () => {
  await write(turnOver(() => [ended(1)], 2));
  expect(await loaded()).toMatchObject({ season: 2, seasonStartedAt: NOW + 1 });
  expect(await loaded()).toEqual(account);
});

it('new ids follow those of operations and of the log', async () => {
  const { rows } = await db.pool.query<{ id: bigint }>('SELECT max(id) AS id FROM account_log');
  const newest = 5_000_000n + (rows[0]?.id ?? 0n);
  await write(batchOf({ log: [{ id: newest, userId: account.userId, at: NOW, kind: 'seasonStarted' }] }));
  await migrate(db.target);
  expect((await openIdSource(db.pool)).next()).toBeGreaterThan(newest);
});

describe('a batch that does not fit is refused whole', () => {
  const attempt = async (batch: Batch): Promise<void> => {
    const before = await journal.load();
    await expect(journal.append(batch)).rejects.toThrow(IntegrityError);
    expect(await journal.load()).toEqual(before);
  };

  it('P1 a settlement of no operation', async () => {
    await attempt(
      batchOf({
        settlements: [{ operationId: 9_999n, failure: 'expired', value: null, record: null, transferId: null, at: 1 }],
      }),
    );
  });

  it('P1 a second settlement, whatever it says', async () => {
    const asked = withdrawal(20_000_000n);
    const { id } = asked.withdrawals[0]!;
    await write(asked);
    await write(payment(id, 20_000_000n));
    await write(withdrawal(20_000_000n));
    await attempt(payment(id, 20_000_000n));
    const failed = {
      operationId: id,
      failure: 'addressRefused' as const,
      value: null,
      record: null,
      transferId: null,
      at: 1,
    };
    await attempt(batchOf({ settlements: [failed] }));
  });

  it('L4 more leaves than is locked', async () => {
    const asked = withdrawal(10_000_000n);
    await write(asked);
    await attempt(payment(asked.withdrawals[0]!.id, account.locked + 1n));
  });

  it('a withdrawal to what is no practice address, or for nothing', async () => {
    await attempt(withdrawal(10_000_000n, { address: '0x52908400098527886E0F7030069857D2E4169EE7' }));
    await attempt(withdrawal(10_000_000n, { memo: 'call me' }));
    const free = withdrawal(10_000_000n);
    free.withdrawals[0]!.value = 0n;
    await attempt(free);
  });

  it('C1 a withdrawal to a card that has an address, a fee or coins, or is of no card of ours', async () => {
    const card = { network: null, address: null, memo: null, fee: 0n, card: 'approved' } as const;
    await attempt(withdrawal(10_000_000n, { ...card, address: ADDRESS }));
    await attempt(withdrawal(10_000_000n, { ...card, network: 'bsc' }));
    await attempt(withdrawal(10_000_000n, { ...card, memo: '1234' }));
    await attempt(withdrawal(10_000_000n, { ...card, fee: 1n }));
    await attempt(withdrawal(10_000_000n, { ...card, asset: 'BTC', record: record(1n) }));
    await attempt(withdrawal(10_000_000n, { ...card, card: '4276550012345678' as 'approved' }));
    await attempt(withdrawal(10_000_000n, { ...card, card: null }));
  });

  it('P3 a season that does not follow, or that ended before', async () => {
    await attempt(turnOver(() => [ended(4)], 5));
    await attempt(turnOver(() => [ended(1)], 2));
    await attempt(turnOver(() => [ended(2), ended(4)], 5));
    const { accountId: _gone, ...rest } = ended(2);
    await attempt(batchOf({ seasons: [{ ...rest, accountId: 12_345n }] }));
  });
});
