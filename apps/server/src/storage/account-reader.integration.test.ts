import { beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../test/harness/database.ts';
import { batchOf, close, fillMarket, MARKET, open, record } from '../../test/harness/trading.ts';
import type { AccountState, PositionState, TradeState } from '../commands/batch.ts';
import { PgAccountReader } from './account-reader.ts';
import { openIdSource } from './id-source.ts';
import { PgJournal } from './journal/journal.ts';

const db = useDatabase();
let reader: PgAccountReader;
let account: AccountState;
let empty: AccountState;
const trades: TradeState[] = [];
const opened: PositionState[] = [];

beforeAll(async () => {
  reader = new PgAccountReader(db.pool);
  [account, empty] = (await fillMarket(db)) as [AccountState, AccountState];
  const ids = await openIdSource(db.pool);
  const journal = new PgJournal(db.target, MARKET.id);
  for (let n = 0n; n < 6n; n++) {
    const at = record(10n + n, 9_007_199_254_740_993n + n, n % 2n === 0n ? 'ETHUSDT' : 'BTCUSDT');
    const opening = open(ids, account, at, 3_000_000n);
    const closing = close(ids, account, opening.position, 3_000_000n);
    trades.unshift(closing.trade);
    await journal.append(
      batchOf({
        ...{ priceRecords: [at], transfers: [opening.transfer, closing.transfer], accounts: [{ ...account }] },
        trades: [closing.trade],
      }),
    );
  }
  const last = open(ids, account, record(15n, 9_007_199_254_740_998n), 4_000_000n);
  opened.push(last.position);
  await journal.append(batchOf({ transfers: [last.transfer], accounts: [account], openedPositions: opened }));
  await journal.close();
});

it('finds the account of a user in a market', async () => {
  expect(await reader.accountId(account.userId, MARKET.id)).toBe(account.id);
  expect(await reader.accountId(account.userId, 'other')).toBeNull();
  expect(await reader.accountId(999_999n, MARKET.id)).toBeNull();
});

it('L9 shows balances and what is open as they were written, to the last digit', async () => {
  const view = await reader.view(account.id);
  expect(view?.account).toEqual(account);
  expect(view?.positions).toHaveLength(2);
  expect(view?.positions[1]).toEqual(opened[0]);
  expect(await reader.view(empty.id)).toEqual({ account: empty, positions: [], orders: [] });
  expect(await reader.view(999_999n)).toBeNull();
});

it('pages through the trades, newest first', async () => {
  const first = await reader.trades({ accountId: account.id, beforeId: null, limit: 4 });
  expect(first).toEqual(trades.slice(0, 4));
  const rest = await reader.trades({ accountId: account.id, beforeId: first[3]!.id, limit: 100 });
  expect(rest.slice(0, 2)).toEqual(trades.slice(4));
  expect(rest).toHaveLength(3);
});

it('filters trades', async () => {
  const filter = { accountId: account.id, beforeId: null, limit: 100 };
  expect(await reader.trades({ ...filter, symbol: 'ETHUSDT' })).toHaveLength(3);
  expect(await reader.trades({ ...filter, side: 'short' })).toEqual([]);
  expect(await reader.trades({ ...filter, side: 'long', reason: 'user' })).toHaveLength(7);
  expect(await reader.trades({ ...filter, reason: 'liquidation' })).toEqual([]);
});

it('gives a trade to its owner only', async () => {
  const [trade] = trades;
  expect(await reader.trade(account.id, trade!.id)).toEqual(trade);
  expect(await reader.trade(empty.id, trade!.id)).toBeNull();
  expect(await reader.trade(account.id, 999_999n)).toBeNull();
});

it('gives the trades of a season, and none of one that never was', async () => {
  const { accountId, ...all } = { accountId: account.id, beforeId: null, limit: 100 };
  expect(await reader.trades({ accountId, ...all, season: 1 })).toEqual(await reader.trades({ accountId, ...all }));
  expect(await reader.trades({ accountId, ...all, season: 2 })).toEqual([]);
  const [current, ...ended] = await reader.seasons(account.id, 10);
  expect(ended).toEqual([]);
  expect(current).toMatchObject({ number: 1, endedAt: null, endBalance: null, trades: 7, liquidations: 0 });
  expect(await reader.seasons(999_999n, 10)).toEqual([]);
});
