import { MAX_INT64 } from '@plecho/domain';
import type { Pool } from 'pg';
import type { AccountView, TradeState } from '../commands/batch.ts';
import type {
  AccountReader,
  FundingFilter,
  FundingPaymentView,
  PositionParts,
  SeasonView,
  TradeFilter,
} from '../queries/ports.ts';
import { readAccount, readOrder, readPosition, readTrade } from './journal/rows.ts';
import { ACCOUNTS, ORDERS, POSITIONS, TRADES } from './journal/tables.ts';

type Texts = (string | null)[];

/** A row as a JSON array of texts, so that no number passes through a float. */
const asTexts = (columns: readonly string[]): string =>
  `json_build_array(${columns.map((c) => `${c}::text`).join(', ')})`;

const BALANCES = ['available', 'orders', 'margin', 'locked'];
const ofAccount = (name: string): string => {
  const place = BALANCES.indexOf(name);
  return place < 0 ? `a.${name}` : `(SELECT balance FROM ledger_accounts WHERE id = a.id * 16 + ${place})`;
};
const rowsOf = ({ name, names }: { name: string; names: readonly string[] }, condition: string): string =>
  `(SELECT coalesce(json_agg(${asTexts(names)} ORDER BY id), '[]') FROM ${name} WHERE account_id = a.id ${condition})`;

/** One statement is one snapshot: balances, positions and orders belong together. */
const VIEW = `
  SELECT ${asTexts(ACCOUNTS.names.map(ofAccount))} AS account,
         ${rowsOf(POSITIONS, '')} AS positions,
         ${rowsOf(ORDERS, `AND status = 'open'`)} AS orders
  FROM accounts a WHERE a.id = $1`;

const PAGE_OF_TRADES = `
  SELECT ${asTexts(TRADES.names)} AS trade FROM trades
  WHERE account_id = $1 AND id < $2 AND ($3::text IS NULL OR symbol = $3)
    AND ($4::text IS NULL OR side = $4) AND ($5::text IS NULL OR reason = $5)
    AND id > CASE WHEN $7::int IS NULL THEN 0 ELSE
      coalesce((SELECT max(ended_id) FROM seasons WHERE account_id = $1 AND number < $7), 0) END
    AND id < CASE WHEN $7 IS NULL THEN ${MAX_INT64} ELSE
      coalesce((SELECT ended_id FROM seasons WHERE account_id = $1 AND number = $7), ${MAX_INT64}) END
    AND ($8::bigint IS NULL OR id IN (SELECT noted_trades($8, $9::smallint)))
    AND ($7 IS NULL OR $7 <= (SELECT season FROM accounts WHERE id = $1))
  ORDER BY id DESC LIMIT $6`;

/** Ids of a market grow: no part of a position has a smaller one than the position. */
const PARTS = `
  SELECT coalesce(array_agg(margin ORDER BY id) FILTER (WHERE id < $3), '{}') AS before,
         (coalesce(sum(margin) FILTER (WHERE id > $3), 0)
           + coalesce((SELECT margin FROM positions WHERE id = $2), 0)
           - coalesce((SELECT sum(margin) FROM position_entries WHERE position_id = $2 AND n > $4), 0))::bigint AS rest
  FROM trades WHERE account_id = $1 AND id > $2 AND position_id = $2`;

const SEASONS = `
  WITH ended AS (
    SELECT number, started_at, ended_at, ended_id, end_balance, realised_pnl
    FROM seasons WHERE account_id = $1 ORDER BY number DESC LIMIT $2::bigint + 1
  ), all_of_them AS (
    SELECT season AS number, season_started_at AS started_at, NULL::bigint AS ended_at, ${MAX_INT64} AS ended_id,
           NULL::bigint AS end_balance, realised_pnl
    FROM accounts WHERE id = $1
    UNION ALL SELECT * FROM ended
  ), spans AS (
    SELECT *, coalesce(lead(ended_id) OVER (ORDER BY number DESC), 0) AS after_id FROM all_of_them
  )
  SELECT number, started_at, ended_at, end_balance, realised_pnl, c.trades, c.liquidations
  FROM spans, LATERAL (
    SELECT count(*) AS trades, count(*) FILTER (WHERE reason = 'liquidation') AS liquidations
    FROM trades WHERE account_id = $1 AND id > after_id AND id < ended_id) AS c
  ORDER BY number DESC LIMIT $2::bigint + 1`;

const FUNDING = `
  SELECT id, position_id, symbol, side, amount, waived, rate, seq, price, time, at FROM funding_payments
  WHERE account_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3`;

interface FundingRow extends Pick<FundingPaymentView, 'id' | 'symbol' | 'side' | 'amount' | 'waived' | 'rate'> {
  position_id: bigint;
  seq: bigint;
  price: bigint;
  time: bigint;
  at: bigint;
}

/** Committed state of accounts. */
export class PgAccountReader implements AccountReader {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async accountId(userId: bigint, marketId: string): Promise<bigint | null> {
    const text = 'SELECT id FROM accounts WHERE user_id = $1 AND market_id = $2';
    const { rows } = await this.#pool.query<{ id: bigint }>({ name: 'account_id', text, values: [userId, marketId] });
    return rows[0]?.id ?? null;
  }

  async accountsOf(userId: bigint): Promise<Map<string, bigint>> {
    const text = 'SELECT market_id, id FROM accounts WHERE user_id = $1';
    const { rows } = await this.#pool.query<{ market_id: string; id: bigint }>({
      ...{ name: 'accounts_of', text, values: [userId] },
    });
    return new Map(rows.map(({ market_id: marketId, id }) => [marketId, id]));
  }

  async view(accountId: bigint): Promise<AccountView | null> {
    const { rows } = await this.#pool.query<{ account: Texts; positions: Texts[]; orders: Texts[] }>({
      ...{ name: 'account_view', text: VIEW, values: [accountId] },
    });
    if (rows[0] === undefined) return null;
    const { account, positions, orders } = rows[0];
    return {
      account: readAccount(account),
      positions: positions.map((row) => readPosition(row)),
      orders: orders.map((row) => readOrder(row)),
    };
  }

  async trades({
    accountId,
    beforeId,
    limit,
    symbol,
    side,
    reason,
    season,
    noted,
  }: TradeFilter): Promise<TradeState[]> {
    const values = [
      accountId,
      beforeId ?? MAX_INT64,
      symbol ?? null,
      side ?? null,
      reason ?? null,
      limit,
      season ?? null,
      noted?.userId ?? null,
      noted?.tag ?? null,
    ];
    const { rows } = await this.#pool.query<{ trade: Texts }>({ name: 'trades', text: PAGE_OF_TRADES, values });
    return rows.map(({ trade }) => readTrade(trade));
  }

  async trade(accountId: bigint, tradeId: bigint): Promise<TradeState | null> {
    const { rows } = await this.#pool.query<{ trade: Texts }>(
      `SELECT ${asTexts(TRADES.names)} AS trade FROM trades WHERE account_id = $1 AND id = $2`,
      [accountId, tradeId],
    );
    return rows[0] === undefined ? null : readTrade(rows[0].trade);
  }

  async parts({
    id,
    accountId,
    positionId,
    added,
  }: Pick<TradeState, 'id' | 'accountId' | 'positionId' | 'added'>): Promise<PositionParts> {
    const { rows } = await this.#pool.query<{ before: bigint[]; rest: bigint }>({
      ...{ name: 'position_parts', text: PARTS, values: [accountId, positionId, id, added.length + 1] },
    });
    return rows[0] ?? { before: [], rest: 0n };
  }

  async funding({ accountId, beforeId, limit }: FundingFilter): Promise<FundingPaymentView[]> {
    const { rows } = await this.#pool.query<FundingRow>({
      ...{ name: 'funding', text: FUNDING, values: [accountId, beforeId ?? MAX_INT64, limit] },
    });
    return rows.map(({ position_id: positionId, seq, price, time, at, ...row }) => ({
      ...row,
      ...{ positionId, at: Number(at), record: { seq, symbol: row.symbol, price, time: Number(time) } },
    }));
  }

  async seasons(accountId: bigint, limit: number): Promise<SeasonView[]> {
    const { rows } = await this.#pool.query<{
      number: number;
      started_at: bigint;
      ended_at: bigint | null;
      end_balance: bigint | null;
      realised_pnl: bigint;
      trades: bigint;
      liquidations: bigint;
    }>({ name: 'seasons', text: SEASONS, values: [accountId, limit] });
    return rows.map((row) => ({
      number: row.number,
      startedAt: Number(row.started_at),
      endedAt: row.ended_at === null ? null : Number(row.ended_at),
      endBalance: row.end_balance,
      realisedPnl: row.realised_pnl,
      trades: Number(row.trades),
      liquidations: Number(row.liquidations),
    }));
  }
}
