import { sql, type Kysely } from 'kysely';

/** Actions of the operator area that this program adds to those that were there. */
const ADDED = ['drillsViewed', 'drillMade', 'drillControlled'];

/**
 * Drills: one window of a recording for a class at once, which operators start, pause and end. What is played never
 * changes; how it is played does, and whoever listens is told. Times are milliseconds by the wall clock unless it says so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE TABLE drills (
      market_id text PRIMARY KEY REFERENCES markets,
      class_id bigint NOT NULL REFERENCES classes,
      dataset_id text NOT NULL REFERENCES datasets,
      -- Of the recording, in the order of the market.
      symbols text[] NOT NULL CHECK (cardinality(symbols) BETWEEN 1 AND 10),
      -- When it begins in the recording, seconds.
      start_at bigint NOT NULL CHECK (start_at % 60 = 0),
      minutes integer NOT NULL CHECK (minutes BETWEEN 5 AND 10080),
      masked boolean NOT NULL,
      created_at bigint NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'countdown', 'playing', 'paused')),
      -- When the countdown is over.
      plays_at bigint CHECK ((plays_at IS NOT NULL) = (state = 'countdown')),
      speed integer NOT NULL CHECK (speed BETWEEN 1 AND 600),
      -- Of what operators and restarts have made of it: grows with each.
      version integer NOT NULL DEFAULT 1,
      -- Market time up to which everything has been played, ms.
      playhead bigint NOT NULL,
      -- Distance of the points of the path through the minute at the playhead, ms.
      path_step integer NOT NULL CHECK (path_step IN (1000, 5000))
    );
    CREATE INDEX drills_of_class ON drills (class_id, created_at);

    CREATE FUNCTION notify_drill() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify(current_schema() || '_drills', NEW.market_id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER drill_changed AFTER INSERT OR UPDATE OF state, plays_at, speed, version ON drills
      FOR EACH ROW EXECUTE FUNCTION notify_drill();
    CREATE FUNCTION notify_drill_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify(current_schema() || '_drills', NEW.id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER drill_ended AFTER UPDATE OF ended ON markets FOR EACH ROW WHEN (NEW.id LIKE 'drill-%')
      EXECUTE FUNCTION notify_drill_end();
    CREATE FUNCTION keep_playhead() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'UPDATE' OR NEW.playhead < OLD.playhead OR NEW.version < OLD.version THEN
        RAISE EXCEPTION 'a drill goes forward';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER goes_forward BEFORE UPDATE OR DELETE ON drills FOR EACH ROW EXECUTE FUNCTION keep_playhead();

    DO $$
    DECLARE listed text;
    BEGIN
      SELECT string_agg(DISTINCT quote_literal(word), ', ') INTO listed FROM (
        SELECT m[1] AS word FROM regexp_matches(
          (SELECT pg_get_constraintdef(oid) FROM pg_constraint
           WHERE conname = 'audit_log_action_check' AND connamespace = current_schema()::regnamespace),
          '''(\w+)''', 'g') AS m
        UNION SELECT unnest('{${ADDED.join(',')}}'::text[])) AS words;
      ALTER TABLE audit_log DROP CONSTRAINT audit_log_action_check;
      EXECUTE 'ALTER TABLE audit_log ADD CONSTRAINT audit_log_action_check CHECK (action IN (' || listed || '))';
    END $$;
  `,
    )
    .execute(db);
}
