import { sql, type Kysely } from 'kysely';

/** How far people have come with the lessons, and the replay that the task of each is done in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    CREATE TABLE lesson_progress (
      user_id bigint NOT NULL REFERENCES users,
      lesson text NOT NULL CHECK (lesson IN (
        'leverage', 'liquidation', 'sizing', 'stop-loss', 'take-profit', 'costs', 'short', 'limit-order',
        'wrong-network', 'fake-exchange')),
      market_id text REFERENCES markets,
      -- Wall clock, milliseconds.
      started_at bigint NOT NULL,
      done_at bigint,
      PRIMARY KEY (user_id, lesson)
    );
  `,
    )
    .execute(db);
}
