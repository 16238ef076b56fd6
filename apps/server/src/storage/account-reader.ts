import type { Pool } from 'pg';
import type { TradeState } from '../commands/batch.ts';
import type { AccountReader, AccountView, TradeFilter } from '../queries/ports.ts';
import {
  ACCOUNT_COLUMNS,
  ORDER_COLUMNS,
  POSITION_COLUMNS,
  readAccount,
  readOrder,
  readPosition,
  readTrade,
  TRADE_COLUMNS,
} from './journal/rows.ts';

type Texts = (string | null)[];

/** A row as a JSON array of texts, so that no number passes through a float. */
const asTexts = (columns: readonly string[]): string =>
  `json_build_array(${columns.map((c) => `${c}::text`).join(', ')})`;

const BALANCES = [0, 1, 2, 3].map((place) => `(SELECT balance FROM ledger_accounts WHERE id = a.id * 16 + ${place})`);
const rowsOf = (table: string, columns: readonly string[], condition: string): string =>
  `(SELECT coalesce(json_agg(${asTexts(columns)} ORDER BY id), '[]') FROM ${table} WHERE account_id = a.id ${condition})`;

/** One statement is one snapshot: balances, positions and orders belong together. */
const VIEW = `
  SELECT ${asTexts([...ACCOUNT_COLUMNS.map((column) => `a.${column}`), ...BALANCES])} AS account,
         ${rowsOf('positions', POSITION_COLUMNS, '')} AS positions,
         ${rowsOf('orders', ORDER_COLUMNS, `AND status = 'open'`)} AS orders
  FROM accounts a WHERE a.id = $1`;

const TRADES = `
  SELECT ${asTexts(TRADE_COLUMNS)} AS trade FROM trades
  WHERE account_id = $1 AND id < $2 AND ($3::text IS NULL OR symbol = $3)
    AND ($4::text IS NULL OR side = $4) AND ($5::text IS NULL OR reason = $5)
  ORDER BY id DESC LIMIT $6`;

const MAX_ID = 9_223_372_036_854_775_807n;

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

  async view(accountId: bigint): Promise<AccountView | null> {
    const { rows } = await this.#pool.query<{ account: Texts; positions: Texts[]; orders: Texts[] }>({
      ...{ name: 'account_view', text: VIEW, values: [accountId] },
    });
    if (rows[0] === undefined) return null;
    const { account, positions, orders } = rows[0];
    return {
      account: readAccount(account),
      positions: positions.map((row) => readPosition(row)),
      orders: orders.map(readOrder),
    };
  }

  async trades({ accountId, beforeId, limit, symbol, side, reason }: TradeFilter): Promise<TradeState[]> {
    const values = [accountId, beforeId ?? MAX_ID, symbol ?? null, side ?? null, reason ?? null, limit];
    const { rows } = await this.#pool.query<{ trade: Texts }>({ name: 'trades', text: TRADES, values });
    return rows.map(({ trade }) => readTrade(trade));
  }

  async trade(accountId: bigint, tradeId: bigint): Promise<TradeState | null> {
    const { rows } = await this.#pool.query<{ trade: Texts }>(
      `SELECT ${asTexts(TRADE_COLUMNS)} AS trade FROM trades WHERE account_id = $1 AND id = $2`,
      [accountId, tradeId],
    );
    return rows[0] === undefined ? null : readTrade(rows[0].trade);
  }
}
