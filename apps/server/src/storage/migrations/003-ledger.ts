import { sql, type Kysely } from 'kysely';

/**
 * Accounts, the ledger, and what trading leaves behind. Money is units of 0.000001 USDT, prices of
 * 0.00000001; times are milliseconds, by the market's own clock except `at` and `created_at`.
 *
 * The tables that every batch writes carry no foreign keys and only the indexes that something reads
 * by: the one function that writes them checks what it is given, and `ledger check` checks the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE accounts (
      id bigint PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users,
      market_id text NOT NULL REFERENCES markets,
      version bigint NOT NULL,
      realised_pnl bigint NOT NULL,
      created_at bigint NOT NULL,
      UNIQUE (user_id, market_id)
    ) WITH (fillfactor = 70);

    -- The id says which book it is: 16 x account id + 0 to 3, or 16 x market number + 8 to 11.
    CREATE TABLE ledger_accounts (
      id bigint PRIMARY KEY,
      market_id text NOT NULL REFERENCES markets,
      account_id bigint,
      book text NOT NULL,
      asset text NOT NULL DEFAULT 'USDT' CHECK (asset = 'USDT'),
      balance bigint NOT NULL DEFAULT 0,
      CONSTRAINT balance_not_negative CHECK (account_id IS NULL OR balance >= 0),
      CONSTRAINT book_of_owner CHECK (CASE WHEN account_id IS NULL
        THEN book IN ('issuance', 'clearing', 'fees', 'insurance')
        ELSE book IN ('available', 'orders', 'margin', 'locked') END)
    ) WITH (fillfactor = 70);

    CREATE TABLE transfers (
      id bigint PRIMARY KEY,
      market_id text NOT NULL,
      kind text NOT NULL,
      subject_id bigint NOT NULL,
      at bigint NOT NULL
    );
    CREATE TABLE ledger_entries (
      transfer_id bigint NOT NULL,
      ledger_account_id bigint NOT NULL,
      amount bigint NOT NULL CHECK (amount <> 0),
      PRIMARY KEY (transfer_id, ledger_account_id)
    );
    CREATE TABLE price_records (
      market_id text NOT NULL,
      seq bigint NOT NULL,
      symbol text NOT NULL,
      price bigint NOT NULL CHECK (price > 0),
      time bigint NOT NULL,
      PRIMARY KEY (market_id, seq)
    );

    -- Open positions only: a closed one lives on in its trades.
    CREATE TABLE positions (
      id bigint PRIMARY KEY,
      account_id bigint NOT NULL,
      symbol text NOT NULL,
      side text NOT NULL CHECK (side IN ('long', 'short')),
      margin bigint NOT NULL CHECK (margin > 0),
      leverage integer NOT NULL CHECK (leverage BETWEEN 1 AND 10),
      notional bigint NOT NULL CHECK (notional = margin * leverage),
      entry_price bigint NOT NULL CHECK (entry_price > 0),
      liquidation_price bigint CHECK (liquidation_price > 0),
      take_profit bigint CHECK (take_profit > 0),
      stop_loss bigint CHECK (stop_loss > 0),
      open_fee bigint NOT NULL CHECK (open_fee >= 0),
      opened_at bigint NOT NULL,
      entry_seq bigint NOT NULL,
      entry_time bigint NOT NULL
    );
    CREATE INDEX positions_of_account ON positions (account_id);

    CREATE TABLE orders (
      id bigint PRIMARY KEY,
      account_id bigint NOT NULL,
      symbol text NOT NULL,
      side text NOT NULL CHECK (side IN ('long', 'short')),
      margin bigint NOT NULL CHECK (margin > 0),
      leverage integer NOT NULL CHECK (leverage BETWEEN 1 AND 10),
      limit_price bigint NOT NULL CHECK (limit_price > 0),
      take_profit bigint CHECK (take_profit > 0),
      stop_loss bigint CHECK (stop_loss > 0),
      reserved bigint NOT NULL CHECK (reserved >= margin),
      status text NOT NULL CHECK (status IN ('open', 'filled', 'cancelled')),
      created_at bigint NOT NULL
    );
    CREATE INDEX open_orders_of_account ON orders (account_id) WHERE status = 'open';

    CREATE TABLE trades (
      id bigint NOT NULL,
      position_id bigint NOT NULL,
      account_id bigint NOT NULL,
      symbol text NOT NULL,
      side text NOT NULL CHECK (side IN ('long', 'short')),
      margin bigint NOT NULL CHECK (margin > 0),
      leverage integer NOT NULL CHECK (leverage BETWEEN 1 AND 10),
      notional bigint NOT NULL CHECK (notional = margin * leverage),
      entry_price bigint NOT NULL CHECK (entry_price > 0),
      exit_price bigint NOT NULL CHECK (exit_price > 0),
      liquidation_price bigint,
      take_profit bigint,
      stop_loss bigint,
      fee bigint NOT NULL CHECK (fee >= 0),
      pnl bigint NOT NULL CHECK (pnl >= -margin),
      insurance bigint NOT NULL CHECK (insurance >= 0),
      reason text NOT NULL CHECK (reason IN ('user', 'takeProfit', 'stopLoss', 'liquidation', 'marketEnd')),
      opened_at bigint NOT NULL,
      closed_at bigint NOT NULL CHECK (closed_at >= opened_at),
      entry_seq bigint NOT NULL,
      entry_time bigint NOT NULL,
      exit_seq bigint NOT NULL,
      exit_time bigint NOT NULL,
      PRIMARY KEY (account_id, id)
    );

    -- The frozen answers to commands (rule L6).
    CREATE TABLE command_outcomes (
      user_id bigint NOT NULL,
      operation text NOT NULL,
      key text NOT NULL,
      body_hash text NOT NULL,
      outcome text NOT NULL,
      at bigint NOT NULL,
      PRIMARY KEY (user_id, operation, key)
    );

    CREATE FUNCTION open_market_books() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger_accounts (id, market_id, book)
      SELECT NEW.number::bigint * 16 + 7 + n, NEW.id, book
      FROM unnest(ARRAY['issuance', 'clearing', 'fees', 'insurance']) WITH ORDINALITY AS books (book, n);
      RETURN NULL;
    END $$;
    CREATE TRIGGER markets_books AFTER INSERT ON markets FOR EACH ROW EXECUTE FUNCTION open_market_books();

    -- What is written stays (rule L5), whoever asks: a correction is a new transfer.
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
    END $$;
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON price_records EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trades EXECUTE FUNCTION refuse_change();
  `.execute(db);
}
