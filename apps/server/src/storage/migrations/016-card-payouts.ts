import { sql, type Kysely } from 'kysely';

/** What of a withdrawal `append_batch` writes, in its list of columns and in what is selected for them. */
const COLUMNS = 'memo, fee, value, price, price_seq, created_at';

/**
 * Withdrawals to practice cards: one that names a card has neither network nor address, pays USDT and has
 * no fee. `append_batch` writes the card too; the rest of it stays as it is by now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE operations DROP CONSTRAINT operations_check;
    ALTER TABLE operations DROP CONSTRAINT operations_check1;
    ALTER TABLE operations ADD CONSTRAINT roubles_of_top_ups CHECK ((type = 'card') = (currency = 'RUB'));
    ALTER TABLE operations ADD CONSTRAINT card_or_network CHECK (
      (card IS NULL) = (network IS NOT NULL) AND (card IS NULL) = (address IS NOT NULL)
      AND CASE type WHEN 'card' THEN card IS NOT NULL WHEN 'deposit' THEN card IS NULL
                    ELSE card IS NULL OR (currency = 'USDT' AND memo IS NULL AND fee = 0) END);

    ALTER TYPE new_withdrawal ADD ATTRIBUTE card text;
    DO $do$
    DECLARE
      definition text := pg_get_functiondef('append_batch'::regproc);
      changed text := replace(definition, '${COLUMNS}', '${COLUMNS}, card');
    BEGIN
      IF length(changed) <> length(definition) + 2 * length(', card') THEN
        RAISE EXCEPTION 'append_batch does not write withdrawals as this migration knows it';
      END IF;
      EXECUTE changed;
    END $do$;
  `)
    .execute(db);
}
