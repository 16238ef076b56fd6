import { sql, type Kysely } from 'kysely';

/** Which process has a personal replay in its memory; the term grows with every change. Times are the database's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    ALTER TABLE replay_sessions
      ADD COLUMN owner text CHECK (length(owner) BETWEEN 1 AND 100),
      ADD COLUMN term bigint NOT NULL DEFAULT 0,
      ADD COLUMN taken_at timestamptz;
  `,
    )
    .execute(db);
}
