import { MAX_INT64 } from '@plecho/domain';
import type { Rule } from './rule.ts';

/** What the transfers of every operation moved, by kind: each book apart. */
const movements = (kinds: string): string => `
  SELECT t.subject_id AS operation_id, t.kind, count(DISTINCT t.id) AS transfers, min(t.id) AS transfer_id,
         min(t.market_id) AS market_id, min(l.account_id) AS account_id, max(l.account_id) AS last_account_id,
         coalesce(sum(e.amount) FILTER (WHERE l.book = 'available'), 0) AS available,
         coalesce(sum(e.amount) FILTER (WHERE l.book = 'locked'), 0) AS locked,
         coalesce(sum(e.amount) FILTER (WHERE l.book IN ('network', 'issuance')), 0) AS outside,
         count(*) AS legs
  FROM transfers t
  JOIN ledger_entries e ON e.transfer_id = t.id
  JOIN ledger_accounts l ON l.id = e.ledger_account_id
  WHERE t.kind IN (${kinds}) GROUP BY 1, 2`;

/** A coin's value in USDT: units of the coin x units of the price / 10^10. */
const worth = (amount: string, price: string): string => `${amount}::numeric * ${price} / 10000000000`;

const isRecorded = (market: string, row: string, currency: string): string => `EXISTS (
  SELECT FROM price_records r WHERE r.market_id = ${market} AND r.seq = ${row}.price_seq
  AND r.price = ${row}.price AND r.symbol = ${currency} || 'USDT')`;

/** Rules that tie operations of practice money, seasons and the log to the ledger. */
export const PAYMENT_RULES: Rule[] = [
  {
    id: 'P1',
    text: 'every settlement ended an operation and moved exactly its value by one transfer of the right kind',
    sql: `
      WITH moved AS (${movements(`'deposit', 'card', 'withdrawPaid', 'cardPayout', 'withdrawRefund'`)}),
      expected AS (
        SELECT s.*, o.id, o.account_id, o.type, o.amount, o.currency, o.value AS locked_value,
               CASE WHEN o.type = 'withdraw' AND s.failure IS NOT NULL THEN 'withdrawRefund'
                    WHEN o.type = 'withdraw' THEN CASE WHEN o.card IS NULL THEN 'withdrawPaid' ELSE 'cardPayout' END
                    WHEN s.failure IS NULL THEN o.type END AS kind
        FROM settlements s LEFT JOIN operations o ON o.id = s.operation_id
      )
      SELECT 'operation ' || coalesce(s.operation_id, m.operation_id) AS what
      FROM expected s FULL JOIN moved m ON m.operation_id = s.operation_id
      WHERE s.id IS NULL OR s.kind IS DISTINCT FROM m.kind OR s.transfer_id IS DISTINCT FROM m.transfer_id
        OR m.transfers > 1 OR m.legs <> 2 OR m.account_id <> s.account_id OR m.last_account_id <> s.account_id
        OR NOT coalesce(CASE s.kind
          WHEN 'withdrawPaid' THEN s.value = s.locked_value AND m.locked = -s.value AND m.outside = s.value
          WHEN 'cardPayout' THEN s.value = s.locked_value AND m.locked = -s.value AND m.outside = s.value
          WHEN 'withdrawRefund' THEN m.locked = -s.locked_value AND m.available = s.locked_value
          WHEN 'deposit' THEN m.available = s.value AND m.outside = -s.value AND CASE s.currency
            WHEN 'USDT' THEN s.price IS NULL AND s.value = s.amount
            ELSE s.value = floor(${worth('s.amount', 's.price')}) AND ${isRecorded('m.market_id', 's', 's.currency')} END
          WHEN 'card' THEN m.available = s.value AND m.outside = -s.value
          ELSE true END, false)`,
  },
  {
    id: 'P2',
    text: 'every withdrawal locked exactly its value by one transfer',
    sql: `
      WITH moved AS (${movements(`'withdraw'`)})
      SELECT 'withdrawal ' || coalesce(o.id, m.operation_id) AS what
      FROM (SELECT * FROM operations WHERE type = 'withdraw') o FULL JOIN moved m ON m.operation_id = o.id
      WHERE o.id IS NULL OR m.operation_id IS NULL OR m.transfers > 1 OR m.legs <> 2
        OR m.account_id <> o.account_id OR m.last_account_id <> o.account_id
        OR m.available <> -o.value OR m.locked <> o.value
        OR NOT coalesce(CASE o.currency
          WHEN 'USDT' THEN o.price IS NULL AND o.value = o.amount
          ELSE o.value = ceil(${worth('o.amount', 'o.price')}) AND ${isRecorded('m.market_id', 'o', 'o.currency')} END, false)`,
  },
  {
    id: 'P3',
    text: 'the seasons of an account follow one another, and each gave back what was left at its end',
    sql: `
      SELECT 'account ' || a.id AS what
      FROM accounts a
      LEFT JOIN (SELECT account_id, count(*) AS ended, max(number) AS last, (array_agg(ended_at ORDER BY number DESC))[1] AS ended_at
                 FROM seasons GROUP BY 1) s ON s.account_id = a.id
      WHERE a.season <> coalesce(s.ended, 0) + 1 OR coalesce(s.last, 0) <> coalesce(s.ended, 0)
        OR a.season_started_at <> coalesce(s.ended_at, a.created_at)
      UNION ALL
      SELECT 'season ' || s.number || ' of account ' || s.account_id
      FROM (SELECT *, lead(ended_id, 1, ${MAX_INT64}) OVER later AS next_id,
                   lag(ended_at) OVER later AS before_ended_at
            FROM seasons WINDOW later AS (PARTITION BY account_id ORDER BY number)) s
      LEFT JOIN transfers t ON t.subject_id = s.account_id AND t.kind = 'seasonEnd' AND t.id > s.ended_id AND t.id < s.next_id
      LEFT JOIN ledger_entries e ON e.transfer_id = t.id AND e.ledger_account_id = s.account_id * 16
      GROUP BY s.account_id, s.number, s.end_balance, s.started_at, s.before_ended_at
      HAVING s.end_balance <> coalesce(-sum(e.amount), 0) OR count(t.id) > 1
        OR s.started_at <> coalesce(s.before_ended_at, s.started_at)
      UNION ALL
      SELECT 'seasonEnd ' || t.id FROM transfers t
      WHERE t.kind = 'seasonEnd' AND NOT EXISTS (SELECT FROM seasons s WHERE s.account_id = t.subject_id AND s.ended_id < t.id)`,
  },
  {
    id: 'P4',
    text: 'the operations that have not ended, and no others, are pending',
    sql: `
      SELECT 'operation ' || coalesce(o.id, p.operation_id) AS what
      FROM (SELECT * FROM operations o
            WHERE NOT EXISTS (SELECT FROM settlements s WHERE s.operation_id = o.id)) o
      FULL JOIN pending_operations p ON p.operation_id = o.id
      WHERE o.id IS NULL OR p.operation_id IS NULL OR p.user_id <> o.user_id OR p.type <> o.type`,
  },
  {
    id: 'C4',
    text: 'every adjustment is in the log of the person whose account it changed',
    sql: `
      SELECT 'adjustment ' || coalesce(t.id, g.transfer_id) AS what
      FROM (SELECT t.id, t.market_id, a.user_id, e.amount
            FROM transfers t
            JOIN ledger_entries e ON e.transfer_id = t.id
            LEFT JOIN accounts a ON e.ledger_account_id = a.id * 16
            JOIN ledger_accounts l ON l.id = e.ledger_account_id AND l.account_id IS NOT NULL
            WHERE t.kind = 'adjustment') t
      FULL JOIN (SELECT * FROM account_log WHERE kind = 'adjusted') g ON g.transfer_id = t.id
      WHERE t.id IS NULL OR g.id IS NULL OR g.user_id IS DISTINCT FROM t.user_id OR g.amount <> t.amount
        OR g.market_id IS DISTINCT FROM t.market_id`,
  },
];
