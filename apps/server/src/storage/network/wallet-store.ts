import { MAX_INT64 } from '@plecho/domain';
import type { Pool } from 'pg';
import type { Page, SentTransaction, WalletPlace, WalletStore } from '../../network/ports.ts';
import { PAGE_OF_ADDRESSES, toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from './rows.ts';

/** Balance and what is on its way come from one snapshot: a coin that arrives is never in both or in neither. */
const PLACES = `
  SELECT a.address, a.network, a.asset, coalesce(b.balance, 0) AS balance,
         (SELECT coalesce(sum(t.amount), 0)::bigint
          FROM network_mempool m JOIN network_transactions t ON t.id = m.transaction_id
          WHERE m.to_address = a.address AND t.network = a.network AND t.asset = a.asset) AS incoming
  FROM network_addresses a LEFT JOIN network_balances b USING (address, network, asset)
  WHERE a.user_id = $1 AND a.owner = 'wallet'`;

const TRANSACTIONS = `
  WITH ${PAGE_OF_ADDRESSES}
  SELECT ${TRANSACTION_COLUMNS}, coalesce(d.is_lost, false) AS is_lost
  FROM page JOIN network_transactions t USING (id),
  LATERAL (SELECT bool_and(network <> t.network OR asset <> t.asset) AS is_lost
           FROM network_addresses WHERE address = t.to_address AND owner = 'deposit') AS d
  ORDER BY id DESC`;

/** What the practice wallets hold and did. */
export class PgWalletStore implements WalletStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async places(userId: bigint): Promise<WalletPlace[]> {
    const { rows } = await this.#pool.query<WalletPlace>({ name: 'wallet_places', text: PLACES, values: [userId] });
    return rows;
  }

  async transactions(addresses: readonly string[], { beforeId, limit }: Page): Promise<SentTransaction[]> {
    const { rows } = await this.#pool.query<TransactionRow & { is_lost: boolean }>({
      name: 'wallet_transactions',
      text: TRANSACTIONS,
      values: [addresses, beforeId ?? MAX_INT64, limit],
    });
    return rows.map((row) => ({ ...toTransaction(row), isLost: row.is_lost }));
  }
}
