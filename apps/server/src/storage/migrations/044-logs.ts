import { sql, type Kysely } from 'kysely';

/**
 * The log of each market, of which every price that a fill used can be proved. Entries are added through append_log,
 * put into bundles of 256 by pack_log, and their data, never their hashes, dropped by prune_log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    -- The names of the logs stay when a backup is restored elsewhere: a log that forks must be seen to.
    CREATE TABLE log_keys (
      number integer PRIMARY KEY CHECK (number > 0),
      installation uuid NOT NULL,
      public_key bytea NOT NULL UNIQUE CHECK (octet_length(public_key) = 32),
      made_at bigint NOT NULL,
      rotation_note text,
      CONSTRAINT only_the_first_follows_none CHECK ((number = 1) = (rotation_note IS NULL))
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_keys EXECUTE FUNCTION refuse_change();
    -- The newest alone; read by the owner when the server starts.
    CREATE TABLE log_secret_keys (
      number integer PRIMARY KEY REFERENCES log_keys,
      seed bytea NOT NULL CHECK (octet_length(seed) = 32)
    );

    CREATE TABLE market_logs (
      market_number integer PRIMARY KEY REFERENCES markets (number),
      size bigint NOT NULL CHECK (size > 0),
      -- Roots of the perfect subtrees, from left to right.
      frontier bytea NOT NULL CHECK (octet_length(frontier) % 32 = 0),
      last_seq bigint NOT NULL CHECK (last_seq >= 0),
      -- Market time of the newest price, ms.
      last_time bigint,
      checkpoint text,
      checkpoint_size bigint NOT NULL CHECK (checkpoint_size BETWEEN 0 AND size),
      CONSTRAINT checkpoint_of_entries CHECK ((checkpoint IS NULL) = (checkpoint_size = 0))
    ) WITH (fillfactor = 50);

    -- An entry without prices, a definition, has a first_seq one above its last_seq.
    CREATE TABLE log_entries (
      market_number integer NOT NULL,
      index bigint NOT NULL,
      hash bytea NOT NULL CHECK (octet_length(hash) = 32),
      first_seq bigint NOT NULL,
      last_seq bigint NOT NULL,
      data bytea NOT NULL CHECK (octet_length(data) BETWEEN 1 AND 65535),
      PRIMARY KEY (market_number, index)
    ) WITH (toast_tuple_target = 8160);
    CREATE TABLE log_definitions (
      market_number integer NOT NULL,
      index bigint NOT NULL,
      data bytea NOT NULL,
      PRIMARY KEY (market_number, index)
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_definitions EXECUTE FUNCTION refuse_change();
    CREATE TABLE log_bundles (
      market_number integer NOT NULL,
      n bigint NOT NULL,
      first_seq bigint NOT NULL,
      last_seq bigint NOT NULL,
      packed_at timestamptz NOT NULL DEFAULT now(),
      -- Null when it was dropped.
      data bytea,
      PRIMARY KEY (market_number, n)
    );
    CREATE INDEX log_bundles_by_seq ON log_bundles (market_number, last_seq);
    CREATE INDEX log_bundles_with_data ON log_bundles (packed_at) WHERE data IS NOT NULL;
    CREATE TABLE log_kept (
      market_number integer NOT NULL,
      index bigint NOT NULL,
      first_seq bigint NOT NULL,
      last_seq bigint NOT NULL,
      data bytea NOT NULL,
      PRIMARY KEY (market_number, index)
    );
    CREATE INDEX log_kept_by_seq ON log_kept (market_number, last_seq);
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_kept EXECUTE FUNCTION refuse_change();
    -- 256 hashes of the level below and the one that they make; level 0 is of entries.
    CREATE TABLE log_tiles (
      market_number integer NOT NULL,
      level integer NOT NULL CHECK (level >= 0),
      n bigint NOT NULL,
      hashes bytea NOT NULL CHECK (octet_length(hashes) = 8192),
      root bytea NOT NULL CHECK (octet_length(root) = 32),
      PRIMARY KEY (market_number, level, n)
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_tiles EXECUTE FUNCTION refuse_change();

    -- There is nothing left to compress.
    ALTER TABLE log_entries ALTER COLUMN data SET STORAGE EXTERNAL;
    ALTER TABLE log_bundles ALTER COLUMN data SET STORAGE EXTERNAL;
    ALTER TABLE log_kept ALTER COLUMN data SET STORAGE EXTERNAL;
    ALTER TABLE log_tiles ALTER COLUMN hashes SET STORAGE EXTERNAL;

    -- A log only grows (rule T1), whoever asks.
    CREATE FUNCTION keep_log() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_TABLE_NAME = 'market_logs' AND TG_OP = 'UPDATE' THEN
        IF NEW.market_number = OLD.market_number AND NEW.size >= OLD.size AND NEW.last_seq >= OLD.last_seq
          AND NEW.checkpoint_size >= OLD.checkpoint_size
          AND (NEW.size > OLD.size OR NEW.frontier = OLD.frontier) THEN RETURN NEW; END IF;
      ELSIF TG_TABLE_NAME = 'log_bundles' AND TG_OP = 'UPDATE' THEN
        IF NEW.data IS NULL AND to_jsonb(NEW) - 'data' = to_jsonb(OLD) - 'data' THEN RETURN NEW; END IF;
      ELSIF TG_TABLE_NAME = 'log_entries' AND TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT FROM log_bundles WHERE market_number = OLD.market_number AND n = OLD.index / 256) THEN
          RETURN OLD;
        END IF;
      END IF;
      RAISE EXCEPTION 'a log only grows: % of %', lower(TG_OP), TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
    END $$;
    CREATE TRIGGER log_grows BEFORE UPDATE OR DELETE ON market_logs FOR EACH ROW EXECUTE FUNCTION keep_log();
    CREATE TRIGGER log_stays BEFORE TRUNCATE ON market_logs EXECUTE FUNCTION keep_log();
    CREATE TRIGGER log_grows BEFORE UPDATE OR DELETE ON log_entries FOR EACH ROW EXECUTE FUNCTION keep_log();
    CREATE TRIGGER log_stays BEFORE TRUNCATE ON log_entries EXECUTE FUNCTION keep_log();
    CREATE TRIGGER log_grows BEFORE UPDATE OR DELETE ON log_bundles FOR EACH ROW EXECUTE FUNCTION keep_log();
    CREATE TRIGGER log_stays BEFORE TRUNCATE ON log_bundles EXECUTE FUNCTION keep_log();
  `,
    )
    .execute(db);
}
