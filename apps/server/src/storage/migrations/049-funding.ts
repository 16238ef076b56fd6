import { sql, type Kysely } from 'kysely';

/** Funding: what each interval came to, what each position received or paid, and the book of the market between them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE markets
      ADD COLUMN funding_hours integer CHECK (funding_hours IN (1, 2, 4, 8)),
      ADD COLUMN funding_cap bigint CHECK (funding_cap BETWEEN 1 AND 999999),
      ADD CONSTRAINT funding_together CHECK (num_nulls(funding_hours, funding_cap) IN (0, 2));

    CREATE TABLE funding_rounds (
      market_id text NOT NULL,
      symbol text NOT NULL,
      -- The hour, by the market's own clock.
      at bigint NOT NULL,
      seq bigint NOT NULL,
      price bigint NOT NULL CHECK (price > 0),
      time bigint NOT NULL CHECK (time >= at),
      average bigint NOT NULL CHECK (average > 0),
      minutes integer NOT NULL CHECK (minutes > 0),
      rate bigint NOT NULL,
      PRIMARY KEY (market_id, symbol, at)
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_rounds EXECUTE FUNCTION refuse_change();

    CREATE TABLE funding_payments (
      id bigint NOT NULL,
      account_id bigint NOT NULL,
      position_id bigint NOT NULL,
      symbol text NOT NULL,
      side text NOT NULL CHECK (side IN ('long', 'short')),
      amount bigint NOT NULL,
      waived bigint NOT NULL CHECK (waived >= 0),
      rate bigint NOT NULL,
      seq bigint NOT NULL,
      price bigint NOT NULL,
      time bigint NOT NULL,
      at bigint NOT NULL,
      PRIMARY KEY (account_id, id),
      CONSTRAINT one_payment_a_round UNIQUE (position_id, at)
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON funding_payments EXECUTE FUNCTION refuse_change();

    ALTER TABLE positions
      ADD COLUMN funding bigint NOT NULL DEFAULT 0,
      ADD COLUMN funded_at bigint NOT NULL DEFAULT 0;
    ALTER TABLE trades ADD COLUMN funding bigint NOT NULL DEFAULT 0;

    ALTER TABLE ledger_accounts DROP CONSTRAINT book_of_owner;
    ALTER TABLE ledger_accounts ADD CONSTRAINT book_of_owner CHECK (CASE WHEN account_id IS NULL
      THEN book IN ('issuance', 'clearing', 'fees', 'insurance', 'network', 'funding')
      ELSE book IN ('available', 'orders', 'margin', 'locked') END);
    INSERT INTO ledger_accounts (id, market_id, book) SELECT number::bigint * 16 + 13, id, 'funding' FROM markets;
    CREATE OR REPLACE FUNCTION open_market_books() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger_accounts (id, market_id, book)
      SELECT NEW.number::bigint * 16 + 7 + n, NEW.id, book
      FROM unnest(ARRAY['issuance', 'clearing', 'fees', 'insurance', 'network', 'funding']) WITH ORDINALITY AS books (book, n);
      RETURN NULL;
    END $$;
  `)
    .execute(db);
}
