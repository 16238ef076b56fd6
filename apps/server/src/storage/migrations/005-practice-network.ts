import { sql, type Kysely } from 'kysely';

const NETWORKS = `('bitcoin', 'ethereum', 'bsc', 'polygon', 'arbitrum', 'tron')`;
const ASSETS = `('USDT', 'BTC', 'ETH')`;
const ADDRESS = `'^sim1[a-z0-9]{39}$'`;

/**
 * The practice network. Blocks are a function of time, so only transactions are stored: a transaction
 * names the block that takes it from the moment it is submitted. Amounts are units of the asset's last
 * decimal place, times milliseconds of the wall clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Who is behind an address: a person's wallet, an account's deposit address, or the network itself.
    -- EVM-like wallets are one address on every network of the family; a deposit address is watched on
    -- one network for one asset.
    CREATE TABLE network_addresses (
      address text NOT NULL CHECK (address ~ ${ADDRESS}),
      owner text NOT NULL CHECK (owner IN ('wallet', 'deposit', 'service')),
      user_id bigint REFERENCES users,
      network text NOT NULL CHECK (network IN ${NETWORKS}),
      asset text NOT NULL CHECK (asset IN ${ASSETS}),
      PRIMARY KEY (address, network, asset),
      CHECK ((owner = 'service') = (user_id IS NULL))
    );
    CREATE UNIQUE INDEX network_addresses_of_user ON network_addresses (user_id, owner, asset, network)
      WHERE user_id IS NOT NULL;

    CREATE TABLE network_transactions (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      hash text NOT NULL UNIQUE CHECK (hash ~ '^simtx1[a-z0-9]{58}$'),
      network text NOT NULL CHECK (network IN ${NETWORKS}),
      asset text NOT NULL CHECK (asset IN ${ASSETS}),
      -- null: new coins, given out by the network.
      from_address text CHECK (from_address ~ ${ADDRESS}),
      to_address text NOT NULL CHECK (to_address ~ ${ADDRESS}),
      amount bigint NOT NULL CHECK (amount > 0),
      fee bigint NOT NULL CHECK (fee >= 0),
      memo text CHECK (memo ~ '^[0-9]{1,6}$'),
      submitted_at bigint NOT NULL,
      block_height bigint NOT NULL CHECK (block_height >= 0),
      -- What it was sent for, where sending it twice must be impossible: "withdrawal:17", "start:5:USDT:bsc".
      origin text UNIQUE
    );
    CREATE INDEX network_transactions_from ON network_transactions (from_address, id);
    CREATE INDEX network_transactions_to ON network_transactions (to_address, id);
    CREATE INDEX network_transactions_block ON network_transactions (network, block_height, id);

    -- Submitted and not yet paid out to the receiver.
    CREATE TABLE network_mempool (
      transaction_id bigint PRIMARY KEY REFERENCES network_transactions,
      network text NOT NULL,
      block_height bigint NOT NULL,
      to_address text NOT NULL
    );
    CREATE INDEX network_mempool_block ON network_mempool (network, block_height);
    CREATE INDEX network_mempool_to ON network_mempool (to_address);

    -- The address 'new' of each network and asset is where new coins come from: the only one below zero.
    -- The address 'fees' is what those who make the blocks got.
    CREATE TABLE network_balances (
      address text NOT NULL,
      network text NOT NULL CHECK (network IN ${NETWORKS}),
      asset text NOT NULL CHECK (asset IN ${ASSETS}),
      balance bigint NOT NULL,
      PRIMARY KEY (address, network, asset),
      CONSTRAINT coins_not_negative CHECK (address = 'new' OR balance >= 0)
    ) WITH (fillfactor = 80);

    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON network_transactions EXECUTE FUNCTION refuse_change();
  `)
    .execute(db);
}
