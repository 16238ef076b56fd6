import { sql, type Kysely } from 'kysely';

/** How fine the path is that a personal replay stands on: its speed may have changed since the minute began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Distance of the points of the path through the minute at the playhead, ms.
    ALTER TABLE replay_sessions ADD COLUMN path_step integer NOT NULL DEFAULT 5000 CHECK (path_step IN (1000, 5000));
    UPDATE replay_sessions SET path_step = 1000 WHERE speed <= 4;
    ALTER TABLE replay_sessions ALTER COLUMN path_step DROP DEFAULT;
  `)
    .execute(db);
}
