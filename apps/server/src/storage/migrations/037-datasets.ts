import { sql, type Kysely } from 'kysely';

/**
 * Recordings that everybody may replay: one-minute candles, packed by pair and UTC day (`candle-pack.ts`). What one
 * holds is complete when its transaction is over, and never changes. Times are seconds, `created_at` is milliseconds.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE TABLE datasets (
      id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{1,40}$'),
      -- Made by the product's own generator; null of what was imported.
      story text CHECK (story IN ('trend', 'crash', 'sideways')),
      provenance text NOT NULL CHECK (provenance IN ('exchange', 'unverified', 'generated')),
      -- Of the files, in alphabetical order.
      sha256 text[] NOT NULL CHECK (sha256::text ~ '^\{([0-9a-f]{64},?)*\}$'),
      created_at bigint NOT NULL
    );
    CREATE TABLE dataset_series (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      dataset_id text NOT NULL REFERENCES datasets,
      -- Listed, as the names of replays have it (rule M1).
      symbol text NOT NULL CHECK (is_market_name('replay', 'Повтор: ' || symbol || ', 1 января 2000')),
      price_decimals integer NOT NULL CHECK (price_decimals BETWEEN 0 AND 8),
      -- Opening times of the first and the last minute, and how many there are.
      first bigint NOT NULL CHECK (first % 60 = 0),
      last bigint NOT NULL CHECK (last >= first AND last % 60 = 0),
      minutes integer NOT NULL CHECK (minutes BETWEEN 1 AND (last - first) / 60 + 1),
      UNIQUE (dataset_id, symbol)
    );
    CREATE TABLE dataset_packs (
      series_id integer NOT NULL REFERENCES dataset_series,
      -- Days since the epoch.
      day integer NOT NULL,
      candles bytea NOT NULL,
      PRIMARY KEY (series_id, day)
    );
    -- There is nothing left to compress.
    ALTER TABLE dataset_packs ALTER COLUMN candles SET STORAGE EXTERNAL;

    -- Nothing is added to a recording once somebody may have replayed it.
    CREATE FUNCTION keep_dataset_whole() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_TABLE_NAME = 'dataset_series' THEN
        PERFORM FROM datasets WHERE id = NEW.dataset_id AND xmin = pg_current_xact_id()::xid;
      ELSE
        PERFORM FROM dataset_series WHERE id = NEW.series_id AND xmin = pg_current_xact_id()::xid;
      END IF;
      IF NOT FOUND THEN RAISE EXCEPTION 'a recording never changes' USING ERRCODE = 'insufficient_privilege'; END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER whole AFTER INSERT ON dataset_series FOR EACH ROW EXECUTE FUNCTION keep_dataset_whole();
    CREATE TRIGGER whole AFTER INSERT ON dataset_packs FOR EACH ROW EXECUTE FUNCTION keep_dataset_whole();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON datasets EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON dataset_series EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON dataset_packs EXECUTE FUNCTION refuse_change();
  `,
    )
    .execute(db);
}
