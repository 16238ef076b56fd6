/*
 * The equity of accounts and the return of their results, as SQL. What it has to give is said by `equityCurve` of the
 * domain, and a test compares the two. Ids of a market grow, so that they are the order of what happened.
 */

/** What a trade did to the balance (rule E7, with funding). */
export const NET = 'pnl - fee + funding';

/**
 * Money that came into accounts or left them without being a result: (account_id, id, amount).
 * @param accounts a relation of id, user_id, market_id and start_balance
 */
export const flowsOf = (accounts: string): string => `
  SELECT id AS account_id, id, start_balance AS amount FROM ${accounts}
  UNION ALL
  SELECT a.id, s.ended_id, a.start_balance - s.end_balance FROM seasons s JOIN ${accounts} a ON a.id = s.account_id
  UNION ALL
  SELECT a.id, l.id, l.amount FROM account_log l
  JOIN ${accounts} a ON a.user_id = l.user_id AND a.market_id = l.market_id WHERE l.kind = 'adjusted'
  UNION ALL
  SELECT a.id, s.transfer_id, CASE o.type WHEN 'withdraw' THEN -s.value ELSE s.value END
  FROM operations o JOIN settlements s ON s.operation_id = o.id JOIN ${accounts} a ON a.id = o.account_id
  WHERE s.failure IS NULL`;

/** The smallest factor: nothing is left of the index by it, and it has a logarithm. */
const NOTHING_LEFT = '1e-30';

/** The logarithm of what a result makes of the index. @param before what the account held before it */
export const logOfFactor = (net: string, before: string): string =>
  `ln(greatest(CASE WHEN ${before} > 0 THEN (${before} + ${net})::float8 / ${before}::float8 ELSE 1 END, ${NOTHING_LEFT}))`;

/** An index of a sum of logarithms; a smaller one would be no float any more. */
export const indexOf = (sum: string): string => `exp(greatest(${sum}, -700))`;
