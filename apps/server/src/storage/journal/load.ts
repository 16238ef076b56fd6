import type { Client, QueryArrayConfig } from 'pg';
import type { MarketSnapshot } from '../../commands/batch.ts';
import { BARRED_OF_MARKET, readBarred } from './barred.ts';
import { readAccount, readOrder, readPosition, readRound, sharing } from './rows.ts';
import { ACCOUNTS, FUNDING_ROUNDS, ORDERS, POSITIONS } from './tables.ts';

type Texts = (string | null)[];

/** Every value as the text that came over the wire: the rows' own readers convert it once. */
const asText: QueryArrayConfig['types'] = { getTypeParser: () => (text: string) => text };

/** Where the balances of an account come from. */
const BALANCES: Record<string, string> = {
  ...{ available: 'v.balance', orders: 'o.balance', margin: 'm.balance', locked: 'l.balance' },
};

const ALL_ACCOUNTS = `
  SELECT ${ACCOUNTS.names.map((name) => BALANCES[name] ?? `a.${name}`).join(', ')}
  FROM accounts a
  JOIN ledger_accounts v ON v.id = a.id * 16 JOIN ledger_accounts o ON o.id = a.id * 16 + 1
  JOIN ledger_accounts m ON m.id = a.id * 16 + 2 JOIN ledger_accounts l ON l.id = a.id * 16 + 3
  WHERE a.market_id = $1`;
const ofMarket = ({ name, names }: { name: string; names: readonly string[] }): string =>
  `SELECT ${names.map((column) => `t.${column}`).join(', ')} FROM ${name} t JOIN accounts a ON a.id = t.account_id WHERE a.market_id = $1`;
/** Rounds of funding that open positions may owe, and the newest of each pair. */
const ROUNDS = `
  WITH oldest AS (
    SELECT p.symbol, min(greatest(p.funded_at, p.entry_time)) AS funded_at
    FROM positions p JOIN accounts a ON a.id = p.account_id WHERE a.market_id = $1 GROUP BY 1
  ), newest AS (SELECT symbol, max(at) AS at FROM funding_rounds WHERE market_id = $1 GROUP BY 1)
  SELECT ${FUNDING_ROUNDS.names.map((column) => `r.${column}`).join(', ')}
  FROM funding_rounds r JOIN newest n USING (symbol) LEFT JOIN oldest o USING (symbol)
  WHERE r.market_id = $1 AND (r.at = n.at OR (r.rate <> 0 AND r.at > o.funded_at))`;
/** Prices that were logged and that nobody used have their numbers too. */
const NEWEST_RECORD = `
  SELECT greatest(
      (SELECT seq FROM price_records WHERE market_id = $1 ORDER BY seq DESC LIMIT 1),
      (SELECT last_seq FROM market_logs l JOIN markets m ON m.number = l.market_number WHERE m.id = $1)) AS seq,
    (SELECT max(time) FROM (
      SELECT time FROM price_records WHERE market_id = $1 ORDER BY seq DESC LIMIT 1000) AS newest) AS time`;

const HALT = 'SELECT at, reason FROM market_halts WHERE market_id = $1';
const HALTED_TIMES = 'SELECT since, until FROM halted_times WHERE market_id = $1 ORDER BY since';

/** The rows of everything that is open in a market, as they came. */
export interface MarketRows {
  accounts: Texts[];
  positions: Texts[];
  orders: Texts[];
  barred: Texts[];
  rounds: Texts[];
  newest: Texts | undefined;
  halt: Texts | undefined;
  haltedTimes: Texts[];
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
    const accounts = await read(ALL_ACCOUNTS);
    const positions = await read(ofMarket(POSITIONS));
    const orders = await read(`${ofMarket(ORDERS)} AND t.status = 'open'`);
    const barred = await read(BARRED_OF_MARKET);
    const rounds = await read(ROUNDS);
    const [newest] = await read(NEWEST_RECORD);
    const [halt] = await read(HALT);
    const haltedTimes = await read(HALTED_TIMES);
    return { accounts, positions, orders, barred, rounds, newest, halt, haltedTimes };
  } finally {
    await client.query('COMMIT');
  }
}

export function toSnapshot({
  accounts,
  positions,
  orders,
  barred,
  rounds,
  newest,
  halt,
  haltedTimes,
}: MarketRows): MarketSnapshot {
  const share = sharing();
  return {
    accounts: accounts.map(readAccount),
    positions: positions.map((row) => readPosition(row, share)),
    orders: orders.map((row) => readOrder(row, share)),
    barred: barred.map(readBarred),
    fundingRounds: rounds.map(readRound),
    lastSeq: BigInt(newest?.[0] ?? 0),
    lastRecordTime: newest?.[1] === null || newest?.[1] === undefined ? null : Number(newest[1]),
    halt: halt === undefined ? null : { at: Number(halt[0]), reason: halt[1] ?? '' },
    haltedTimes: haltedTimes.map(([since, until]) => ({
      since: Number(since),
      until: until == null ? null : Number(until),
    })),
  };
}
