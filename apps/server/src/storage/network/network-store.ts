import type { Asset, Network } from '@plecho/network';
import type {
  AddressOwner,
  DepositAddress,
  Issue,
  NetworkStore,
  NetworkTransaction,
  NewTransaction,
  OwnAddress,
  Payout,
} from '../../network/ports.ts';
import type { Queryable } from '../connection.ts';
import { toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from './rows.ts';

const UNIQUE_VIOLATION = '23505';

const isRepeatedOrigin = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === UNIQUE_VIOLATION &&
  'constraint' in error &&
  error.constraint === 'network_transactions_origin_key';

/**
 * The debit comes first: it waits for whoever else is spending from this balance and then looks at what is
 * left, so two sends of the same coins can't both happen. An origin that somebody stores at the same time
 * breaks the whole statement, the debit included.
 */
const SUBMIT = `
  WITH debited AS (
    UPDATE network_balances SET balance = balance - ($6::bigint + $7::bigint)
    WHERE address = $4 AND network = $2 AND asset = $3 AND balance >= $6::numeric + $7::numeric
      AND NOT EXISTS (SELECT FROM network_transactions WHERE origin = $11)
    RETURNING address
  ), sent AS (
    INSERT INTO network_transactions
      (hash, network, asset, from_address, to_address, amount, fee, memo, submitted_at, block_height, origin)
    SELECT $1, $2, $3, address, $5, $6, $7, $8, $9, $10, $11 FROM debited
    RETURNING id, network, block_height, to_address
  ), waiting AS (
    INSERT INTO network_mempool (transaction_id, network, block_height, to_address) SELECT * FROM sent
  )
  SELECT id, ARRAY(SELECT DISTINCT user_id FROM network_addresses
                   WHERE address IN ($4, $5) AND user_id IS NOT NULL) AS user_ids
  FROM sent`;

/**
 * What is ripe is asked for as a range of each network's index, so that what still waits is not even looked
 * at. Balances are locked in the order of their key (rule L10), here and wherever more than one changes.
 */
const PAY_OUT = `
  WITH ripe AS MATERIALIZED (
    SELECT waiting.transaction_id
    FROM unnest($1::text[], $2::bigint[]) AS newest (network, height), LATERAL (
      SELECT m.transaction_id FROM network_mempool m
      WHERE (m.network, m.block_height) <= (newest.network, newest.height) AND m.network >= newest.network
      ORDER BY m.network, m.block_height LIMIT $3 FOR UPDATE
    ) AS waiting
  ), taken AS (
    DELETE FROM network_mempool m USING ripe WHERE m.transaction_id = ripe.transaction_id RETURNING m.transaction_id
  ), paid AS (
    SELECT t.network, t.asset, t.to_address, t.amount, t.fee
    FROM taken JOIN network_transactions t ON t.id = taken.transaction_id
  ), moved AS (
    SELECT to_address AS address, network, asset, amount FROM paid
    UNION ALL SELECT 'fees', network, asset, fee FROM paid WHERE fee > 0
  ), credited AS (
    INSERT INTO network_balances AS b (address, network, asset, balance)
    SELECT address, network, asset, sum(amount)::bigint FROM moved GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (address, network, asset) DO UPDATE SET balance = b.balance + EXCLUDED.balance
  )
  SELECT (SELECT count(*) FROM paid)::integer AS transactions,
         ARRAY(SELECT DISTINCT user_id FROM network_addresses
               WHERE address IN (SELECT to_address FROM paid) AND user_id IS NOT NULL) AS user_ids`;

/** New coins come out of the balance of 'new'. Follows a CTE `issued` of the transactions. */
const CREDIT_ISSUED = `
  INSERT INTO network_balances AS b (address, network, asset, balance)
  SELECT address, network, asset, sum(amount)::bigint
  FROM (SELECT to_address AS address, network, asset, amount FROM issued
        UNION ALL SELECT 'new', network, asset, -amount FROM issued) AS moved
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (address, network, asset) DO UPDATE SET balance = b.balance + EXCLUDED.balance`;

const ISSUE_COLUMNS = 'hash, network, asset, to_address, amount, fee, submitted_at, block_height, origin';

const BEGIN = `
  WITH services AS (
    INSERT INTO network_addresses (address, owner, network, asset)
    SELECT address, 'service', network, asset FROM unnest($1::text[], $2::text[], $3::text[]) AS a (address, network, asset)
    ON CONFLICT DO NOTHING
  ), issued AS (
    INSERT INTO network_transactions (${ISSUE_COLUMNS})
    SELECT hash, network, asset, address, amount, 0, at, block, origin
    FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::text[])
      AS i (hash, network, asset, address, amount, at, block, origin)
    ON CONFLICT (origin) DO NOTHING RETURNING network, asset, to_address, amount
  ) ${CREDIT_ISSUED}`;

/** Whoever makes the addresses gives the coins: a second call finds the addresses taken and does nothing. */
const OPEN = `
  WITH opened AS (
    INSERT INTO network_addresses (address, owner, user_id, network, asset)
    SELECT address, owner, $1, network, asset
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS a (address, owner, network, asset)
    ON CONFLICT DO NOTHING RETURNING address, owner, network, asset
  ), issued AS (
    INSERT INTO network_transactions (${ISSUE_COLUMNS})
    SELECT hash, network, asset, o.address, amount, 0, at, block, origin
    FROM unnest($6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[])
      AS i (hash, network, asset, amount, at, block, origin)
    JOIN opened o USING (network, asset) WHERE o.owner = 'wallet'
    ON CONFLICT (origin) DO NOTHING RETURNING network, asset, to_address, amount
  ) ${CREDIT_ISSUED}`;

const transactionBy = (column: 'hash' | 'origin'): string =>
  `SELECT ${TRANSACTION_COLUMNS} FROM network_transactions t WHERE t.${column} = $1`;

const column = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key]);

const issueColumns = (issues: readonly Issue[]): unknown[][] =>
  (['amount', 'at', 'block', 'origin'] as const).map((key) => column(issues, key));

/** The practice network: who is behind an address, transactions, the mempool and balances. */
export class PgNetworkStore implements NetworkStore {
  readonly #client: Queryable;

  /** @param client a connection with a transaction makes everything part of it */
  constructor(client: Queryable) {
    this.#client = client;
  }

  async submit(transaction: NewTransaction): Promise<{ id: bigint; userIds: bigint[] } | null> {
    const { hash, network, asset, from, to, amount, fee, memo, submittedAt, block, origin } = transaction;
    const values = [hash, network, asset, from, to, amount, fee, memo, submittedAt, block, origin];
    try {
      const { rows } = await this.#client.query<{ id: bigint; user_ids: bigint[] }>({
        name: 'network_submit',
        text: SUBMIT,
        values,
      });
      const [row] = rows;
      return row === undefined ? null : { id: row.id, userIds: row.user_ids };
    } catch (error) {
      if (isRepeatedOrigin(error)) return null;
      throw error;
    }
  }

  byHash(hash: string): Promise<NetworkTransaction | null> {
    return this.#transaction('network_by_hash', transactionBy('hash'), hash);
  }

  byOrigin(origin: string): Promise<NetworkTransaction | null> {
    return this.#transaction('network_by_origin', transactionBy('origin'), origin);
  }

  async payOut(heights: ReadonlyMap<Network, number>, limit: number): Promise<Payout> {
    const { rows } = await this.#client.query<{ transactions: number; user_ids: bigint[] }>({
      name: 'network_pay_out',
      text: PAY_OUT,
      values: [[...heights.keys()], [...heights.values()], limit],
    });
    return { transactions: rows[0]?.transactions ?? 0, userIds: rows[0]?.user_ids ?? [] };
  }

  async begin(addresses: readonly DepositAddress[], issues: readonly (Issue & { to: string })[]): Promise<void> {
    await this.#client.query(BEGIN, [
      ...(['address', 'network', 'asset'] as const).map((key) => column(addresses, key)),
      ...(['hash', 'network', 'asset', 'to'] as const).map((key) => column(issues, key)),
      ...issueColumns(issues),
    ]);
  }

  async open(userId: bigint, addresses: readonly OwnAddress[], gifts: readonly Issue[]): Promise<void> {
    await this.#client.query(OPEN, [
      userId,
      ...(['address', 'owner', 'network', 'asset'] as const).map((key) => column(addresses, key)),
      ...(['hash', 'network', 'asset'] as const).map((key) => column(gifts, key)),
      ...issueColumns(gifts),
    ]);
  }

  async depositAddresses(userId: bigint): Promise<DepositAddress[]> {
    const { rows } = await this.#client.query<DepositAddress>(
      `SELECT address, network, asset FROM network_addresses WHERE user_id = $1 AND owner = 'deposit'`,
      [userId],
    );
    return rows;
  }

  async ownerOf(address: string): Promise<AddressOwner | null> {
    const { rows } = await this.#client.query<{
      owner: AddressOwner['owner'];
      user_id: bigint | null;
      network: Network;
      asset: Asset;
    }>('SELECT owner, user_id, network, asset FROM network_addresses WHERE address = $1', [address]);
    const [first] = rows;
    if (first === undefined) return null;
    const places = rows.map(({ network, asset }) => ({ network, asset }));
    return { owner: first.owner, userId: first.user_id, places };
  }

  async #transaction(name: string, text: string, value: string): Promise<NetworkTransaction | null> {
    const { rows } = await this.#client.query<TransactionRow>({ name, text, values: [value] });
    return rows[0] === undefined ? null : toTransaction(rows[0]);
  }
}
