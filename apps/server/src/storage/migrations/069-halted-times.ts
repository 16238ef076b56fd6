import { sql, type Kysely } from 'kysely';

/** When markets were halted: a restart makes nothing of the prices of then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE halted_times (
      market_id text NOT NULL REFERENCES markets,
      -- Market time, ms. Until: null while it is halted, and until its next start where none had it as it was let go on.
      since bigint NOT NULL,
      until bigint CHECK (until >= since),
      PRIMARY KEY (market_id, since)
    );
    CREATE UNIQUE INDEX halted_now ON halted_times (market_id) WHERE until IS NULL;
    INSERT INTO halted_times (market_id, since) SELECT market_id, at FROM market_halts;
  `)
    .execute(db);
}
