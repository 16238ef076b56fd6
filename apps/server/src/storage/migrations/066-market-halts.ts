import { sql, type Kysely } from 'kysely';

/** Markets that were halted and that nobody has let go on since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE TABLE market_halts (
      market_id text PRIMARY KEY REFERENCES markets,
      -- Server time, ms.
      at bigint NOT NULL,
      -- The program's own words, for operators.
      reason text NOT NULL CHECK (length(reason) <= 2000)
    );
  `)
    .execute(db);
}
