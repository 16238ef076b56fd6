import { DEFAULT_RULES, DEFAULT_START_BALANCE, notionalOf, type Transfer, type Usdt } from '@plecho/domain';
import type { Pool } from 'pg';
import type {
  AccountState,
  Batch,
  IdSource,
  PositionState,
  PriceRecord,
  TradeState,
} from '../../src/commands/batch.ts';
import type { MarketDefinition } from '../../src/engine/market-definition.ts';
import { asOwner, type Target } from '../../src/storage/connection.ts';
import { openIdSource } from '../../src/storage/id-source.ts';
import { PgJournal } from '../../src/storage/journal/journal.ts';
import { MarketStore } from '../../src/storage/market-store.ts';
import { countedIds, countFrom } from '@plecho/testkit';

export const MARKET: MarketDefinition = {
  id: 'main',
  kind: 'synthetic',
  title: 'Синтетический рынок',
  label: 'Синтетический рынок',
  startAt: 1_700_000_000,
  rules: DEFAULT_RULES,
  startBalance: DEFAULT_START_BALANCE,
  parameters: { seed: 1 },
  scenario: null,
  endAt: null,
  ended: false,
};

export const NOW = 1_790_000_000_000;
export const PRICE = 10_000_000_000n;

export const record = (seq: bigint, price = PRICE, symbol = 'BTCUSDT'): PriceRecord => ({
  seq,
  symbol,
  price,
  time: NOW,
});

/** A batch with nothing in it but what is given. */
export function batchOf(parts: Partial<Batch>): Batch {
  return {
    marketId: MARKET.id,
    at: NOW,
    priceRecords: [],
    transfers: [],
    newAccounts: [],
    accounts: [],
    openedPositions: [],
    changedPositions: [],
    closedPositions: [],
    placedOrders: [],
    changedOrders: [],
    endedOrders: [],
    additions: [],
    trades: [],
    fundingRounds: [],
    fundingPayments: [],
    withdrawals: [],
    settlements: [],
    seasons: [],
    log: [],
    outcomes: [],
    ...parts,
  };
}

/** Counts from the given id. */
export function idsFrom(first: bigint): IdSource {
  return countedIds(countFrom(first));
}

export async function insertUsers(pool: Pool, count: number, from = 0): Promise<bigint[]> {
  const { rows } = await pool.query<{ id: bigint }>(
    `INSERT INTO users (phone, password_hash, created_at)
     SELECT '+7' || (9000000000 + n)::text, 'none', $3 FROM generate_series($1::int, $2::int) AS n RETURNING id`,
    [from + 1, from + count, NOW],
  );
  return rows.map(({ id }) => id);
}

const grant = (id: bigint, accountId: bigint, amount: Usdt): Transfer => ({
  id,
  kind: 'grant',
  subjectId: accountId,
  legs: [
    { ref: { accountId: null, book: 'issuance' }, amount: -amount },
    { ref: { accountId, book: 'available' }, amount },
  ],
});

/** New accounts with the starting balance. */
export function openAccounts(ids: IdSource, users: bigint[]): Batch {
  const newAccounts = users.map((userId): AccountState => ({
    ...{ id: ids.next(), userId, version: 1n, available: DEFAULT_START_BALANCE },
    ...{ orders: 0n, margin: 0n, locked: 0n, realisedPnl: 0n, season: 1, seasonStartedAt: NOW, attempt: null },
  }));
  return batchOf({ newAccounts, transfers: newAccounts.map(({ id }) => grant(ids.next(), id, DEFAULT_START_BALANCE)) });
}

/** Opens a 10x long without fee for an account, which it changes. */
export function open(ids: IdSource, account: AccountState, at: PriceRecord, margin: Usdt) {
  const position: PositionState = {
    ...{ id: ids.next(), accountId: account.id, symbol: at.symbol, side: 'long', margin, leverage: 10 },
    ...{ notional: notionalOf(margin, 10), entryPrice: at.price, liquidationPrice: (at.price * 9n) / 10n },
    ...{ takeProfit: null, stopLoss: null, initialStopLoss: null, trailing: null },
    ...{ openFee: 0n, openedAt: at.time, entryRecord: at },
    ...{ maker: false, added: [], funding: 0n, fundedAt: 0 },
  };
  account.version += 1n;
  account.available -= margin;
  account.margin += margin;
  const transfer: Transfer = {
    id: ids.next(),
    kind: 'open',
    subjectId: position.id,
    legs: [
      { ref: { accountId: account.id, book: 'available' }, amount: -margin },
      { ref: { accountId: account.id, book: 'margin' }, amount: margin },
    ],
  };
  return { position, transfer };
}

/** Closes `margin` of a position at its entry price, without fee; changes the account. */
export function close(ids: IdSource, account: AccountState, position: PositionState, margin: Usdt) {
  const { id: positionId, accountId, symbol, side, leverage, entryPrice, liquidationPrice, openedAt } = position;
  const trade: TradeState = {
    ...{
      id: ids.next(),
      positionId,
      accountId,
      symbol,
      side,
      margin,
      leverage,
      notional: notionalOf(margin, leverage),
    },
    ...{ entryPrice, exitPrice: entryPrice, liquidationPrice, takeProfit: null, stopLoss: null, fee: 0n, pnl: 0n },
    ...{ initialStopLoss: null, trailing: null, orderId: null, insurance: 0n, reason: 'user', openedAt },
    closedAt: openedAt,
    ...{ entryRecord: position.entryRecord, exitRecord: position.entryRecord },
    ...{ maker: position.maker, added: position.added, funding: 0n },
    ...{ extremes: { best: entryPrice, worst: entryPrice, path: 'ticks' }, seasonEnd: false },
  };
  account.version += 1n;
  account.available += margin;
  account.margin -= margin;
  const transfer: Transfer = {
    id: ids.next(),
    kind: 'close',
    subjectId: trade.id,
    legs: [
      { ref: { accountId, book: 'margin' }, amount: -margin },
      { ref: { accountId, book: 'available' }, amount: margin },
    ],
  };
  return { trade, transfer };
}

/** Adds a market, as its owner alone may. */
export async function createMarket(target: Target, market = MARKET): Promise<void> {
  await asOwner(target, (owner) => new MarketStore(owner).create(market, NOW));
}

/** Whoever had a market last: it may write of it what is written beside the journal. */
export async function lastOwner(target: Target, marketId: string = MARKET.id): Promise<PgJournal> {
  const journal = new PgJournal(target, marketId);
  if (!(await journal.claim())) throw new Error(`somebody has ${marketId}`);
  await journal.close();
  return journal;
}

/** The market with two accounts: the first has an open position and one closed trade, the second nothing but its grant. */
export async function fillMarket(db: { pool: Pool; target: Target }): Promise<AccountState[]> {
  await createMarket(db.target);
  const journal = new PgJournal(db.target, MARKET.id);
  const ids = await openIdSource(db.pool);
  const batch = openAccounts(ids, await insertUsers(db.pool, 2));
  const [first, second] = batch.newAccounts;
  if (first === undefined || second === undefined) throw new Error('two accounts were asked for');
  await journal.append({ ...batch, newAccounts: [{ ...first }, second] });
  const at = record(1n);
  const kept = open(ids, first, at, 20_000_000n);
  const gone = open(ids, first, at, 30_000_000n);
  const closed = close(ids, first, gone.position, 30_000_000n);
  await journal.append(
    batchOf({
      priceRecords: [at],
      transfers: [kept.transfer, gone.transfer, closed.transfer],
      accounts: [first],
      openedPositions: [kept.position],
      trades: [closed.trade],
      outcomes: [
        {
          idempotency: { userId: first.userId, action: 'openPosition', key: 'a "key"\n', bodyHash: 'ab'.repeat(32) },
          outcome: { ok: true, result: { type: 'position', position: kept.position } },
        },
      ],
    }),
  );
  await journal.close();
  return [first, second];
}
