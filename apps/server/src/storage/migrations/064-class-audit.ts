import { sql, type Kysely } from 'kysely';

/** Actions of the operator area that this program adds to those that were there. */
const ADDED = ['classesViewed', 'classMade', 'classViewed', 'classEnded'];

/** What operators do with classes is in the audit log, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    DO $$
    DECLARE listed text;
    BEGIN
      SELECT string_agg(DISTINCT quote_literal(word), ', ') INTO listed FROM (
        SELECT m[1] AS word FROM regexp_matches(
          (SELECT pg_get_constraintdef(oid) FROM pg_constraint
           WHERE conname = 'audit_log_action_check' AND connamespace = current_schema()::regnamespace),
          '''(\\w+)''', 'g') AS m
        UNION SELECT unnest('{${ADDED.join(',')}}'::text[])) AS words;
      ALTER TABLE audit_log DROP CONSTRAINT audit_log_action_check;
      EXECUTE 'ALTER TABLE audit_log ADD CONSTRAINT audit_log_action_check CHECK (action IN (' || listed || '))';
    END $$;
  `)
    .execute(db);
}
