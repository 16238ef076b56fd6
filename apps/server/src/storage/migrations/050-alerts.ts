import { sql, type Kysely } from 'kysely';

/**
 * Alerts, and what they have rung. An alert that will not ring again is gone; its rings say by themselves what they are
 * about. Levels and prices are units of 0.00000001 USDT, percentages hundredths of a percent; times are milliseconds by
 * the market's own clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const terms = `
      market_id text NOT NULL REFERENCES markets,
      symbol text NOT NULL CHECK (symbol ~ '^[A-Z0-9]{2,24}$'),
      kind text NOT NULL CHECK (kind IN ('cross', 'change', 'close', 'liquidation')),
      direction text NOT NULL CHECK (direction IN ('up', 'down', 'either')),
      level bigint CHECK (level > 0),
      percent integer CHECK (percent BETWEEN 10 AND 9000),
      window_s integer CHECK (window_s IN (300, 900, 3600, 14400, 86400)),
      interval text CHECK (interval IN ('1m', '5m', '15m', '1h', '1d')),
      position_id bigint,
      CONSTRAINT terms_of_kind CHECK (
        (level IS NOT NULL) = (kind IN ('cross', 'close'))
        AND (percent IS NOT NULL) = (kind IN ('change', 'liquidation'))
        AND (window_s IS NOT NULL) = (kind = 'change')
        AND (interval IS NOT NULL) = (kind = 'close')
        AND (position_id IS NOT NULL) = (kind = 'liquidation'))`;
  await sql
    .raw(
      String.raw`
    CREATE TABLE alerts (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id bigint NOT NULL REFERENCES users,${terms},
      pause_s integer CHECK (pause_s BETWEEN 60 AND 604800),
      expires_at bigint,
      created_at bigint NOT NULL,
      rings integer NOT NULL DEFAULT 0,
      rests_until bigint
    ) WITH (fillfactor = 80);
    CREATE INDEX alerts_of_user ON alerts (user_id);
    CREATE INDEX alerts_of_market ON alerts (market_id);

    -- A ring has the number that the alert had come to: it is written once, whoever tries.
    CREATE TABLE alert_rings (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      alert_id bigint NOT NULL,
      n integer NOT NULL CHECK (n > 0),
      user_id bigint NOT NULL REFERENCES users,${terms},
      price bigint NOT NULL CHECK (price > 0),
      at bigint NOT NULL,
      change integer,
      seen boolean NOT NULL DEFAULT false,
      UNIQUE (alert_id, n)
    );
    CREATE INDEX alert_rings_of_user ON alert_rings (user_id, id);
    CREATE INDEX alert_rings_unseen ON alert_rings (user_id) WHERE NOT seen;

    -- The process that has the market hears what it has to watch, and every process whose list has changed.
    CREATE FUNCTION notify_alert() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM pg_notify(current_schema() || '_alerts', NEW.user_id || ' ' || NEW.market_id || ' ' || NEW.id || ' added');
      ELSE
        PERFORM pg_notify(current_schema() || '_alerts', OLD.user_id || ' ' || OLD.market_id || ' ' || OLD.id || ' ended');
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER alert_set AFTER INSERT OR DELETE ON alerts FOR EACH ROW EXECUTE FUNCTION notify_alert();
    CREATE FUNCTION notify_ring() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify(current_schema() || '_alerts', user_id::text) FROM (SELECT DISTINCT user_id FROM changed) AS users;
      RETURN NULL;
    END $$;
    CREATE TRIGGER alert_rang AFTER INSERT ON alert_rings REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION notify_ring();
    CREATE TRIGGER ring_seen AFTER UPDATE ON alert_rings REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION notify_ring();

    -- With its market an alert ends, whatever ends it.
    CREATE FUNCTION end_alerts() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM alerts WHERE market_id = NEW.id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER market_ends_alerts AFTER UPDATE OF ended ON markets FOR EACH ROW WHEN (NEW.ended)
      EXECUTE FUNCTION end_alerts();
  `,
    )
    .execute(db);
}
