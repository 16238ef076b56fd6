import { sql, type Kysely } from 'kysely';

/**
 * What people guessed about positions before they saw it, and what was true: only ever added. Prices are units of
 * 0.00000001 USDT, money of 0.000001, errors hundredths of a percent, times milliseconds of the wall clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE TABLE guesses (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users,
      at bigint NOT NULL,
      market_id text NOT NULL REFERENCES markets,
      symbol text NOT NULL CHECK (symbol ~ '^[A-Z0-9]{2,24}$'),
      side text NOT NULL CHECK (side IN ('long', 'short')),
      leverage integer NOT NULL CHECK (leverage BETWEEN 1 AND 10),
      margin bigint NOT NULL CHECK (margin > 0),
      entry_price bigint NOT NULL CHECK (entry_price > 0),
      -- null: none.
      guessed_liquidation bigint CHECK (guessed_liquidation > 0),
      liquidation bigint CHECK (liquidation > 0),
      liquidation_error integer NOT NULL CHECK (liquidation_error BETWEEN 0 AND 10000),
      guessed_loss bigint NOT NULL CHECK (guessed_loss >= 0),
      loss bigint NOT NULL CHECK (loss >= 0),
      loss_error integer NOT NULL CHECK (loss_error BETWEEN 0 AND 10000)
    );
    CREATE INDEX guesses_of_user ON guesses (user_id, id);
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON guesses EXECUTE FUNCTION refuse_change();
  `,
    )
    .execute(db);
}
