import type { Rule } from './rule.ts';

/**
 * What every transaction of the practice network did to whom. It leaves its sender when it is submitted
 * and arrives when it has left the mempool; new coins come from the address 'new', fees go to 'fees'.
 */
const MOVEMENTS = `
  SELECT coalesce(from_address, 'new') AS address, network, asset, -(amount + fee) AS amount FROM network_transactions
  UNION ALL
  SELECT to_address, network, asset, amount FROM network_transactions x
  WHERE NOT EXISTS (SELECT FROM network_mempool WHERE transaction_id = x.id)
  UNION ALL
  SELECT 'fees', network, asset, fee FROM network_transactions x
  WHERE NOT EXISTS (SELECT FROM network_mempool WHERE transaction_id = x.id)`;

/** Rules of the practice network: coins are neither lost nor made. */
export const NETWORK_RULES: Rule[] = [
  {
    id: 'N1',
    text: 'the coins of every network, those that wait included, sum to zero with what was given out',
    sql: `
      SELECT network || ' ' || asset AS what
      FROM (SELECT network, asset, balance AS amount FROM network_balances
            UNION ALL
            SELECT x.network, x.asset, x.amount + x.fee
            FROM network_mempool m JOIN network_transactions x ON x.id = m.transaction_id) c
      GROUP BY network, asset HAVING sum(amount) <> 0`,
  },
  {
    id: 'N2',
    text: 'every balance on the practice network is the sum of its transactions',
    sql: `
      SELECT coalesce(b.address, m.address) || ' on ' || coalesce(b.network, m.network) || ' ' || coalesce(b.asset, m.asset) AS what
      FROM network_balances b
      FULL JOIN (SELECT address, network, asset, sum(amount) AS amount FROM (${MOVEMENTS}) x GROUP BY 1, 2, 3) m
        ON m.address = b.address AND m.network = b.network AND m.asset = b.asset
      WHERE coalesce(b.balance, 0) <> coalesce(m.amount, 0)
      UNION ALL
      SELECT 'transaction ' || x.id FROM network_mempool m JOIN network_transactions x ON x.id = m.transaction_id
      WHERE m.network <> x.network OR m.block_height <> x.block_height OR m.to_address <> x.to_address`,
  },
  {
    id: 'N3',
    text: 'nobody but the source of new coins is below zero on the practice network',
    sql: `
      SELECT address || ' on ' || network || ' ' || asset AS what
      FROM network_balances WHERE balance < 0 AND address <> 'new'`,
  },
];
