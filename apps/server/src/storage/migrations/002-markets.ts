import { sql, type Kysely } from 'kysely';

/**
 * Markets, the recordings that replays play, and candles. Candle times are seconds; prices are units
 * of 0.00000001 and turnover of 0.000001 USDT.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE markets (
      id text PRIMARY KEY CHECK (id ~ '^[a-z0-9-]{1,40}$'),
      number integer GENERATED ALWAYS AS IDENTITY UNIQUE,
      kind text NOT NULL CHECK (kind IN ('synthetic', 'exchange', 'replay', 'scenario')),
      title text NOT NULL,
      label text NOT NULL,
      start_at bigint NOT NULL,
      taker_fee bigint NOT NULL CHECK (taker_fee BETWEEN 0 AND 1000000),
      maintenance bigint NOT NULL CHECK (maintenance BETWEEN 0 AND 999999),
      stale_after_ms bigint NOT NULL CHECK (stale_after_ms > 0),
      max_jump bigint NOT NULL CHECK (max_jump > 0),
      jump_confirm_ms bigint NOT NULL CHECK (jump_confirm_ms >= 0),
      start_balance bigint NOT NULL CHECK (start_balance > 0),
      parameters jsonb NOT NULL,
      ended boolean NOT NULL DEFAULT false,
      created_at bigint NOT NULL
    );

    -- A market's parameters are public and never change (charter rule C2); it can only end.
    CREATE FUNCTION keep_market() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'UPDATE' THEN RAISE EXCEPTION 'a market is never removed' USING ERRCODE = 'insufficient_privilege'; END IF;
      IF OLD.ended OR to_jsonb(OLD) - 'ended' <> to_jsonb(NEW) - 'ended' THEN
        RAISE EXCEPTION 'market % can''t be changed', OLD.id USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER markets_change BEFORE UPDATE OR DELETE ON markets FOR EACH ROW EXECUTE FUNCTION keep_market();
    CREATE TRIGGER markets_truncate BEFORE TRUNCATE ON markets FOR EACH STATEMENT EXECUTE FUNCTION keep_market();

    CREATE FUNCTION notify_market() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify(current_schema() || '_markets', NEW.id);
      RETURN NULL;
    END $$;
    CREATE TRIGGER markets_new AFTER INSERT ON markets FOR EACH ROW EXECUTE FUNCTION notify_market();

    CREATE TABLE recordings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      market_id text NOT NULL REFERENCES markets,
      symbol text NOT NULL,
      price_decimals integer NOT NULL CHECK (price_decimals BETWEEN 0 AND 8),
      UNIQUE (market_id, symbol)
    );
    CREATE TABLE klines (
      recording_id integer NOT NULL REFERENCES recordings,
      time bigint NOT NULL CHECK (time % 60 = 0),
      open bigint NOT NULL CHECK (open > 0),
      high bigint NOT NULL,
      low bigint NOT NULL CHECK (low > 0),
      close bigint NOT NULL CHECK (close > 0),
      volume bigint NOT NULL CHECK (volume >= 0),
      PRIMARY KEY (recording_id, time),
      CHECK (low <= least(open, close) AND high >= greatest(open, close))
    );

    CREATE TABLE candle_series (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      market_id text NOT NULL REFERENCES markets,
      symbol text NOT NULL,
      interval text NOT NULL CHECK (interval IN ('1m', '5m', '15m', '1h', '1d')),
      UNIQUE (market_id, symbol, interval)
    );
    CREATE TABLE candles (
      series_id integer NOT NULL,
      time bigint NOT NULL,
      open bigint NOT NULL,
      high bigint NOT NULL,
      low bigint NOT NULL,
      close bigint NOT NULL,
      volume bigint NOT NULL,
      PRIMARY KEY (series_id, time)
    );
  `.execute(db);
}
