import { sql, type Kysely } from 'kysely';

/**
 * What the pairs of a scenario cost in its base at the start, as far as its recipe needs that. A base loses its past, and
 * the prices of a scenario are the formula's after every restart (rule M7): each is written once, before the first price
 * that is made from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE TABLE start_prices (
      market_id text NOT NULL REFERENCES markets,
      symbol text NOT NULL CHECK (symbol ~ '^[A-Z0-9]{2,24}$'),
      price bigint NOT NULL CHECK (price > 0),
      PRIMARY KEY (market_id, symbol)
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON start_prices EXECUTE FUNCTION refuse_change();
  `,
    )
    .execute(db);
}
