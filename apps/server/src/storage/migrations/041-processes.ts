import { sql, type Kysely } from 'kysely';

/**
 * Several processes on one database: which there are, and which of them has which market. Times are the database's,
 * because the clocks of machines differ; what they say is never older than the lock that decides (rule O1).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE TABLE installation (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      id uuid NOT NULL DEFAULT gen_random_uuid()
    );
    INSERT INTO installation DEFAULT VALUES;

    CREATE TABLE processes (
      id uuid PRIMARY KEY,
      roles text[] NOT NULL CHECK (roles <@ ARRAY['edge', 'engine', 'jobs']),
      host text NOT NULL CHECK (length(host) BETWEEN 1 AND 255),
      pid integer NOT NULL,
      version text NOT NULL CHECK (version ~ '^\d{1,5}\.\d{1,5}\.\d{1,5}$'),
      started_at timestamptz NOT NULL DEFAULT now(),
      seen_at timestamptz NOT NULL,
      loop_p99_ms double precision NOT NULL,
      memory_bytes bigint NOT NULL,
      streams integer NOT NULL
    );

    CREATE TABLE market_owners (
      market_id text PRIMARY KEY REFERENCES markets,
      process_id uuid REFERENCES processes ON DELETE SET NULL,
      backend_pid integer NOT NULL,
      term bigint NOT NULL CHECK (term > 0),
      seen_at timestamptz NOT NULL
    );
    CREATE INDEX market_owners_of_process ON market_owners (process_id);
    CREATE FUNCTION keep_term() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'UPDATE' OR NEW.term < OLD.term THEN
        RAISE EXCEPTION 'the term of a market only grows';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER term_grows BEFORE UPDATE OR DELETE ON market_owners FOR EACH ROW EXECUTE FUNCTION keep_term();

    CREATE INDEX running_markets ON markets (number) WHERE owner_id IS NULL AND NOT ended;
    CREATE TRIGGER markets_ended AFTER UPDATE OF ended ON markets FOR EACH ROW WHEN (NEW.owner_id IS NULL)
      EXECUTE FUNCTION notify_market();
  `,
    )
    .execute(db);
}
