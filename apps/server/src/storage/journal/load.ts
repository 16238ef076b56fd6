import type { Client, QueryArrayConfig } from 'pg';
import type { MarketSnapshot } from '../../commands/batch.ts';
import { ACCOUNT_COLUMNS, ORDER_COLUMNS, POSITION_COLUMNS, readAccount, readOrder, readPosition } from './rows.ts';

type Texts = (string | null)[];

/** Every value as the text that came over the wire: the rows' own readers convert it once. */
const asText: QueryArrayConfig['types'] = { getTypeParser: () => (text: string) => text };

const ofTable = (columns: string[]): string => columns.map((column) => `t.${column}`).join(', ');

const ACCOUNTS = `
  SELECT ${ACCOUNT_COLUMNS.map((column) => `a.${column}`).join(', ')}, v.balance, o.balance, m.balance, l.balance
  FROM accounts a
  JOIN ledger_accounts v ON v.id = a.id * 16 JOIN ledger_accounts o ON o.id = a.id * 16 + 1
  JOIN ledger_accounts m ON m.id = a.id * 16 + 2 JOIN ledger_accounts l ON l.id = a.id * 16 + 3
  WHERE a.market_id = $1`;
const ofMarket = (table: string, columns: string[]): string =>
  `SELECT ${ofTable(columns)} FROM ${table} t JOIN accounts a ON a.id = t.account_id WHERE a.market_id = $1`;
const NEWEST_RECORD = `
  SELECT seq, (SELECT max(time) FROM (
    SELECT time FROM price_records WHERE market_id = $1 ORDER BY seq DESC LIMIT 1000) AS newest)
  FROM price_records WHERE market_id = $1 ORDER BY seq DESC LIMIT 1`;

/** The rows of everything that is open in a market, as they came. */
export interface MarketRows {
  accounts: Texts[];
  positions: Texts[];
  orders: Texts[];
  newest: Texts | undefined;
}

/** Everything that is open in a market, in one snapshot. */
export async function readMarket(client: Client, marketId: string): Promise<MarketRows> {
  const read = async (text: string): Promise<Texts[]> =>
    (await client.query<Texts>({ text, values: [marketId], rowMode: 'array', types: asText })).rows;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    // The connection is tuned for small lookups; these read whole tables.
    await client.query(
      'SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on; SET LOCAL enable_material = on',
    );
    const accounts = await read(ACCOUNTS);
    const positions = await read(ofMarket('positions', POSITION_COLUMNS));
    const orders = await read(`${ofMarket('orders', ORDER_COLUMNS)} AND t.status = 'open'`);
    const [newest] = await read(NEWEST_RECORD);
    return { accounts, positions, orders, newest };
  } finally {
    await client.query('COMMIT');
  }
}

export function toSnapshot({ accounts, positions, orders, newest }: MarketRows): MarketSnapshot {
  const symbols = new Map<string, string>();
  return {
    accounts: accounts.map(readAccount),
    positions: positions.map((row) => readPosition(row, symbols)),
    orders: orders.map(readOrder),
    lastSeq: BigInt(newest?.[0] ?? 0),
    lastRecordTime: newest === undefined ? null : Number(newest[1]),
  };
}
