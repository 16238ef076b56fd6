import { sql, type Kysely } from 'kysely';

/** The first stop loss of a position: what was at risk stays known after the level is moved or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE positions ADD COLUMN initial_stop_loss bigint CHECK (initial_stop_loss > 0);
    -- Null for trades from before as well: what their first stop loss was is not known any more.
    ALTER TABLE trades ADD COLUMN initial_stop_loss bigint CHECK (initial_stop_loss > 0);
    UPDATE positions SET initial_stop_loss = stop_loss;
  `)
    .execute(db);
}
