import { sql, type Kysely } from 'kysely';

/**
 * Answers of every request are kept in one table and forgotten when their keys have become too old; the
 * bank's verdict on a card is a fact of its own, before the engine acts on it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Finds the oldest answers; those of settlements stay for ever.
    CREATE INDEX command_outcomes_of_age ON command_outcomes (at) WHERE operation <> 'settleOperation';
    -- Deleted rows are made up for by new ones: vacuum comes before the table has grown by much.
    ALTER TABLE command_outcomes SET (autovacuum_vacuum_scale_factor = 0.02);

    -- The answer of a request is in command_outcomes, as everybody's.
    DROP INDEX operations_of_request;
    ALTER TABLE operations DROP COLUMN request_key;

    -- What the simulated bank has come to: written once; null while it waits.
    ALTER TABLE bank_steps ADD COLUMN verdict text CHECK (
      verdict IN ('approved', 'bankDeclined', 'cardFunds', 'wrongCode', 'cancelled', 'expired'));
    UPDATE bank_steps AS b SET verdict = coalesce(s.failure, 'approved')
    FROM settlements AS s WHERE s.operation_id = b.operation_id;
    UPDATE bank_steps SET verdict = 'wrongCode' WHERE verdict IS NULL AND attempts_left = 0;
  `)
    .execute(db);
}
