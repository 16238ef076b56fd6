import { sql, type Kysely } from 'kysely';

/**
 * Fills by which people add to positions, kept for good, each with its price. A position and its trades have those that
 * were there with them: `added` is `margin:held:seq:price:time:added_at` of each, joined by `;`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE position_entries (
      position_id bigint NOT NULL,
      -- The first fill is the opening itself.
      n integer NOT NULL CHECK (n BETWEEN 2 AND 20),
      margin bigint NOT NULL CHECK (margin > 0),
      held bigint NOT NULL CHECK (held > 0),
      seq bigint NOT NULL,
      price bigint NOT NULL CHECK (price > 0),
      time bigint NOT NULL,
      added_at bigint NOT NULL,
      PRIMARY KEY (position_id, n)
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON position_entries EXECUTE FUNCTION refuse_change();

    -- Of the first fill; null where the entry price is its price.
    ALTER TABLE positions
      ADD COLUMN first_price bigint CHECK (first_price > 0),
      ADD COLUMN added text NOT NULL DEFAULT '' CHECK (added = '' OR first_price IS NOT NULL),
      ADD COLUMN maker boolean NOT NULL DEFAULT false;
    ALTER TABLE trades
      ADD COLUMN first_price bigint CHECK (first_price > 0),
      ADD COLUMN added text NOT NULL DEFAULT '' CHECK (added = '' OR first_price IS NOT NULL),
      ADD COLUMN maker boolean NOT NULL DEFAULT false;
    ALTER TABLE orders ADD COLUMN maker boolean NOT NULL DEFAULT false;
    ALTER TABLE markets ADD COLUMN maker_fee bigint CHECK (maker_fee BETWEEN 0 AND taker_fee);
  `)
    .execute(db);
}
