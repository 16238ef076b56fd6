import { sql, type Kysely } from 'kysely';

/**
 * The last key of each market whose days have keys: all its keys, and so all its prices, follow from it.
 * Read by the owner when the server starts; the application's role has no right on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE market_keys (
      market_id text PRIMARY KEY REFERENCES markets,
      last_key bytea NOT NULL CHECK (octet_length(last_key) = 32)
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON market_keys EXECUTE FUNCTION refuse_change();
  `.execute(db);
}
