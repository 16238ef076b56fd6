import { sql, type Kysely } from 'kysely';

/** Attempts to log in, counted for all processes and through restarts. Times are milliseconds of the database's clock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    CREATE TABLE login_doors (
      -- SHA-256 of what is guessed at or who guesses: whose phone somebody typed is kept nowhere.
      door bytea PRIMARY KEY CHECK (length(door) = 32),
      attempts integer NOT NULL CHECK (attempts >= 0),
      -- The window begins with its first attempt and does not move.
      ends_at bigint NOT NULL,
      -- Shut until then.
      opens_at bigint NOT NULL
    );
  `,
    )
    .execute(db);
}
