import { hash } from 'node:crypto';
import type { BatchList, BatchLists } from '../journal/batch-lists.ts';

const columnsWithTypes = ({ names, list }: BatchList['table']): string =>
  names.map((name, n) => `${name} ${list[n]?.sql}`).join(', ');

/**
 * The type of a row as it is written, named after its table and its columns: beside processes of the version before, whose
 * rows have others, each calls the function with its own.
 */
export const rowType = (table: BatchList['table']): string =>
  `${table.name}_row_${hash('sha256', columnsWithTypes(table)).slice(0, 8)}`;

/** What makes the types of the arguments, by their names. */
export const rowTypes = (lists: BatchLists): Map<string, string> =>
  new Map(
    Object.values(lists).map(({ table }) => [
      rowType(table),
      `CREATE TYPE ${rowType(table)} AS (${columnsWithTypes(table)})`,
    ]),
  );

const columnsOf = ({ table }: BatchList): string => table.names.join(', ');

/** Copies a list to the table of its name. Each column is named with its row: a variable of the function may have its name. */
function copy(lists: BatchLists, name: keyof BatchLists): string {
  const { table } = lists[name];
  const values = table.names.map((column) => `c.${column}`).join(', ');
  return `INSERT INTO ${table.name} (${columnsOf(lists[name])}) SELECT ${values} FROM unnest(p_${name}) AS c`;
}

/** What a changed row writes anew. */
const changes = (lists: BatchLists, name: keyof BatchLists): string =>
  lists[name].table.changing.map((column) => `${column} = c.${column}`).join(', ');

const parametersOf = (lists: BatchLists, names: readonly string[]): string =>
  Object.entries(lists)
    .filter(([name]) => names.includes(name))
    .map(([name, { table }]) => `p_${name} ${rowType(table)}[]`)
    .join(', ');

const appendTransfers = (
  lists: BatchLists,
): string => `CREATE FUNCTION append_transfers(${parametersOf(lists, ['transfers', 'entries'])})
RETURNS void LANGUAGE plpgsql AS $$
DECLARE n bigint; wrong bigint;
BEGIN
  SELECT count(*), count(*) FILTER (WHERE total <> 0 OR legs < 2) INTO n, wrong
  FROM (SELECT sum(amount) AS total, count(*) AS legs FROM unnest(p_entries) GROUP BY transfer_id) AS t;
  IF wrong > 0 THEN RAISE EXCEPTION 'L1: % transfers do not balance', wrong; END IF;
  IF n <> cardinality(p_transfers) THEN RAISE EXCEPTION 'L1: % transfers but entries of %', cardinality(p_transfers), n; END IF;

  ${copy(lists, 'transfers')};
  ${copy(lists, 'entries')};

  -- Always in ascending order of id (rule L10).
  PERFORM FROM ledger_accounts
  WHERE id = ANY (ARRAY(SELECT ledger_account_id FROM unnest(p_entries)))
  ORDER BY id FOR NO KEY UPDATE;

  WITH deltas AS MATERIALIZED (
    SELECT ledger_account_id, sum(amount)::bigint AS amount FROM unnest(p_entries) GROUP BY 1 ORDER BY 1
  ), moved AS (
    UPDATE ledger_accounts AS l SET balance = l.balance + d.amount
    FROM deltas AS d WHERE l.id = d.ledger_account_id RETURNING 1
  )
  SELECT (SELECT count(*) FROM deltas) - (SELECT count(*) FROM moved) INTO wrong;
  IF wrong > 0 THEN RAISE EXCEPTION 'entries of % unknown ledger accounts', wrong; END IF;
END $$;`;

/** Prices that were used, accounts, and the ledger. */
const writeAccounts = (lists: BatchLists): string => `
  IF cardinality(p_records) > 0 THEN ${copy(lists, 'records')} ON CONFLICT DO NOTHING; END IF;

  IF cardinality(p_new_accounts) > 0 THEN
    INSERT INTO accounts (id, user_id, market_id, version, realised_pnl, created_at, season_started_at)
    SELECT id, user_id, market_id, 0, 0, created_at, created_at FROM unnest(p_new_accounts);
    INSERT INTO ledger_accounts (id, market_id, account_id, book)
    SELECT a.id * 16 + place - 1, a.market_id, a.id, book
    FROM unnest(p_new_accounts) AS a,
         unnest(ARRAY['available', 'orders', 'margin', 'locked']) WITH ORDINALITY AS books (book, place);
  END IF;

  IF cardinality(p_transfers) + cardinality(p_entries) > 0 THEN
    PERFORM append_transfers(p_transfers, p_entries);
  END IF;

  IF cardinality(p_changes) > 0 THEN
    UPDATE accounts AS a SET ${changes(lists, 'changes')}
    FROM unnest(p_changes) AS c WHERE a.id = c.id AND a.version < c.version;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(p_changes) THEN RAISE EXCEPTION '% account changes do not follow', cardinality(p_changes) - n; END IF;

    SELECT cardinality(p_changes) * 4 - count(*) INTO n
    FROM unnest(p_changes) AS c JOIN ledger_accounts AS l ON l.id >= c.id * 16 AND l.id <= c.id * 16 + 3
    WHERE l.balance = CASE l.id - c.id * 16
      WHEN 0 THEN c.available WHEN 1 THEN c.orders WHEN 2 THEN c.margin ELSE c.locked END;
    IF n > 0 THEN RAISE EXCEPTION 'L2: % balances differ from their entries', n; END IF;
  END IF;
`;

/** Positions, orders, trades and funding. */
const writeTrading = (lists: BatchLists): string => `
  IF cardinality(p_opened) > 0 THEN ${copy(lists, 'opened')}; END IF;
  IF cardinality(p_changed) > 0 THEN
    UPDATE positions AS p SET ${changes(lists, 'changed')}
    FROM unnest(p_changed) AS c WHERE p.id = c.id AND p.account_id = c.account_id AND p.funded_at <= c.funded_at
      AND CASE WHEN c.added = p.added
        THEN p.margin >= c.margin AND p.entry_price = c.entry_price
        ELSE starts_with(c.added, p.added) AND c.first_price = coalesce(p.first_price, p.entry_price) END;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(p_changed) THEN RAISE EXCEPTION 'E3: % changed positions are not open', cardinality(p_changed) - n; END IF;
  END IF;
  IF cardinality(p_closed) > 0 THEN
    DELETE FROM positions WHERE id = ANY (ARRAY(SELECT id FROM unnest(p_closed)));
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(p_closed) THEN RAISE EXCEPTION 'E2: % closed positions are not open', cardinality(p_closed) - n; END IF;
  END IF;

  IF cardinality(p_placed) > 0 THEN ${copy(lists, 'placed')}; END IF;
  IF cardinality(p_amended) > 0 THEN
    UPDATE orders AS o SET ${changes(lists, 'amended')}
    FROM unnest(p_amended) AS c WHERE o.id = c.id AND o.account_id = c.account_id AND o.status = 'open';
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(p_amended) THEN RAISE EXCEPTION 'E2: % amended orders are not open', cardinality(p_amended) - n; END IF;
  END IF;
  IF cardinality(p_ended) > 0 THEN
    UPDATE orders AS o SET status = c.status
    FROM unnest(p_ended) AS c WHERE o.id = c.id AND o.account_id = c.account_id AND o.status = 'open';
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(p_ended) THEN RAISE EXCEPTION 'E2: % ended orders are not open', cardinality(p_ended) - n; END IF;
  END IF;

  IF cardinality(p_additions) > 0 THEN ${copy(lists, 'additions')}; END IF;
  IF cardinality(p_trades) > 0 THEN ${copy(lists, 'trades')}; END IF;
  IF cardinality(p_rounds) > 0 THEN ${copy(lists, 'rounds')} ON CONFLICT DO NOTHING; END IF;
  IF cardinality(p_funding_payments) > 0 THEN ${copy(lists, 'funding_payments')}; END IF;
`;

/** Practice money, seasons, logs, and the answers. */
const writeMoney = (lists: BatchLists): string => `
  IF cardinality(p_withdrawals) > 0 THEN
    INSERT INTO operations (type, ${columnsOf(lists.withdrawals)}) SELECT 'withdraw', w.* FROM unnest(p_withdrawals) AS w;
  END IF;
  IF cardinality(p_settlements) > 0 THEN
    INSERT INTO settlements (${columnsOf(lists.settlements)}) SELECT s.* FROM unnest(p_settlements) AS s JOIN operations AS o ON o.id = s.operation_id;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> cardinality(p_settlements) THEN RAISE EXCEPTION 'P1: % settlements without an operation', cardinality(p_settlements) - n; END IF;
  END IF;
  IF cardinality(p_seasons) > 0 THEN
    ${copy(lists, 'seasons')};
    UPDATE accounts AS a SET season = s.last + 1, season_started_at = s.ended_at
    FROM (SELECT account_id, min(number) AS first, max(number) AS last, count(*) AS ended, max(ended_at) AS ended_at
          FROM unnest(p_seasons) GROUP BY account_id) AS s
    WHERE a.id = s.account_id AND a.season = s.first AND s.last - s.first + 1 = s.ended;
    GET DIAGNOSTICS n = ROW_COUNT;
    IF n <> (SELECT count(DISTINCT account_id) FROM unnest(p_seasons)) THEN RAISE EXCEPTION 'ended seasons do not follow'; END IF;
  END IF;
  IF cardinality(p_log) > 0 THEN ${copy(lists, 'log')}; END IF;
  IF cardinality(p_outcomes) > 0 THEN ${copy(lists, 'outcomes')}; END IF;
`;

/**
 * `append_batch`: everything a batch changes, in one call, set by set. It trusts nobody: whatever does not fit what
 * is stored raises `raise_exception`, and nothing of the batch remains. Columns and types come from the tables of
 * the lists; how a change that is more than a copy is checked is written here.
 */
export const appendBatch = (lists: BatchLists): string => `
${appendTransfers(lists)}

CREATE FUNCTION append_batch(${parametersOf(lists, Object.keys(lists))})
RETURNS void LANGUAGE plpgsql AS $$
DECLARE n bigint;
BEGIN${writeAccounts(lists)}${writeTrading(lists)}${writeMoney(lists)}END $$;
`;
