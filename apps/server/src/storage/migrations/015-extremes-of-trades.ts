import { sql, type Kysely } from 'kysely';

/** What a position met between its entry and its exit, and whether a fresh start closed it: written with the trade. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Best and worst for the position's side; null for trades from before, and where nothing is known.
    ALTER TABLE trades
      ADD COLUMN best_price bigint,
      ADD COLUMN worst_price bigint,
      ADD COLUMN path text CHECK (path IN ('ticks', 'candles')),
      ADD COLUMN season_end boolean NOT NULL DEFAULT false CHECK (NOT season_end OR reason = 'user'),
      ADD CONSTRAINT extremes_together CHECK (num_nulls(best_price, worst_price, path) IN (0, 3)),
      ADD CONSTRAINT extremes_hold_entry_and_exit CHECK (best_price IS NULL OR CASE side
        WHEN 'long' THEN best_price >= greatest(entry_price, exit_price) AND worst_price <= least(entry_price, exit_price)
        ELSE best_price <= least(entry_price, exit_price) AND worst_price >= greatest(entry_price, exit_price) END);
  `)
    .execute(db);
}
