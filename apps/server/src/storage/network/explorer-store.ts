import { MAX_INT64 } from '@plecho/domain';
import type { Network } from '@plecho/network';
import type { Pool } from 'pg';
import type { CoinBalance, ExplorerStore, NetworkTransaction, Page } from '../../network/ports.ts';
import { PAGE_OF_ADDRESSES, toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from './rows.ts';

/** A mempool is not counted further than this. */
const MOST_WAITING = 10_000;

const select = (condition: string): string => `SELECT ${TRANSACTION_COLUMNS} FROM network_transactions t ${condition}`;

const BY_HASHES = select('WHERE t.hash = ANY ($1::text[])');
const NEWEST = select('ORDER BY t.id DESC LIMIT $1');
/** A range, so that no other order than that of its index will do; see {@link PAGE_OF_ADDRESSES}. */
const IN_BLOCK = select(`
  WHERE (t.network, t.block_height, t.id) > ($1, $2, 0) AND (t.network, t.block_height) <= ($1, $2)
  ORDER BY t.network, t.block_height, t.id LIMIT $3`);
const OF_ADDRESS = `
  WITH ${PAGE_OF_ADDRESSES}
  SELECT ${TRANSACTION_COLUMNS} FROM page JOIN network_transactions t USING (id) ORDER BY id DESC`;

const WAITING = `
  SELECT newest.network, counted.waiting
  FROM unnest($1::text[], $2::bigint[]) AS newest (network, height), LATERAL (
    SELECT count(*)::integer AS waiting FROM (
      SELECT FROM network_mempool m
      WHERE m.network = newest.network AND m.block_height > newest.height LIMIT ${MOST_WAITING}
    ) AS those
  ) AS counted`;

const BALANCES = `
  SELECT address, network, asset, balance FROM network_balances
  WHERE address = ANY ($1::text[]) ORDER BY network, asset`;

/** What the block explorer shows; every statement touches about as many rows as it returns. */
export class PgExplorerStore implements ExplorerStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async byHashes(hashes: readonly string[]): Promise<(NetworkTransaction | null)[]> {
    const found = await this.#read('explorer_by_hashes', BY_HASHES, [hashes]);
    const byHash = new Map(found.map((transaction) => [transaction.hash, transaction]));
    return hashes.map((hash) => byHash.get(hash) ?? null);
  }

  newest(limit: number): Promise<NetworkTransaction[]> {
    return this.#read('explorer_newest', NEWEST, [limit]);
  }

  async waiting(heights: ReadonlyMap<Network, number>): Promise<Map<Network, number>> {
    const values = [[...heights.keys()], [...heights.values()]];
    const { rows } = await this.#pool.query<{ network: Network; waiting: number }>(WAITING, values);
    return new Map(rows.map(({ network, waiting }) => [network, waiting]));
  }

  async balances(addresses: readonly string[]): Promise<CoinBalance[][]> {
    const { rows } = await this.#pool.query<CoinBalance & { address: string }>({
      name: 'explorer_balances',
      text: BALANCES,
      values: [addresses],
    });
    const byAddress = Map.groupBy(rows, ({ address }) => address);
    return addresses.map((address) => byAddress.get(address) ?? []);
  }

  ofAddress(address: string, { beforeId, limit }: Page): Promise<NetworkTransaction[]> {
    return this.#read('explorer_of_address', OF_ADDRESS, [[address], beforeId ?? MAX_INT64, limit]);
  }

  inBlock(network: Network, height: number, limit: number): Promise<NetworkTransaction[]> {
    return this.#read('explorer_in_block', IN_BLOCK, [network, height, limit]);
  }

  async #read(name: string, text: string, values: unknown[]): Promise<NetworkTransaction[]> {
    const { rows } = await this.#pool.query<TransactionRow>({ name, text, values });
    return rows.map(toTransaction);
  }
}
