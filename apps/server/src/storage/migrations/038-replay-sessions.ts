import { sql, type Kysely } from 'kysely';

/** A name of any kind of market. */
const IS_NAME = (column: string) => `CASE kind
  WHEN 'scenario' THEN is_scenario_name(${column})
  WHEN 'exchange' THEN is_market_name(kind, ${column}) OR ${column} = 'Подставная биржа'
  ELSE is_market_name(kind, ${column}) OR is_replay_name(kind, ${column}) END`;

/**
 * Replays of recordings: shared ones on a schedule, and personal ones, which are markets with one trader. Names and
 * parameters have forms of their own beside those of before (rule M1). Times of the market are those of its own clock,
 * which a session with masked dates counts from 2000-01-01.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    -- Who alone finds and enters it; null of every market that is everybody's.
    ALTER TABLE markets ADD COLUMN owner_id bigint REFERENCES users CHECK (owner_id IS NULL OR kind = 'replay');

    CREATE FUNCTION is_replay_name(kind text, name text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT kind = 'replay' AND
        CASE WHEN name ~ ', (сделано генератором|даты скрыты)$' THEN
          name ~ '^Повтор: пара [A-J]( и ещё [0-9])?, даты скрыты$'
          OR is_market_name('replay', regexp_replace(name, ', сделано генератором$', ', 1 января 2000'))
        ELSE false END
    $$;
    CREATE FUNCTION are_replay_parameters(kind text, parameters jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(kind = 'replay' AND (parameters = '{"dates": "masked"}' OR (
        (SELECT array_agg(key ORDER BY key COLLATE "C") FROM jsonb_object_keys(parameters - '{opensAt,speed,symbols}'::text[]) AS key)
          = ARRAY['dataset', 'from', 'provenance', 'sha256']
        AND (parameters ?& '{opensAt,speed,symbols}'::text[]) = (parameters ?| '{opensAt,speed,symbols}'::text[])
        AND coalesce((parameters -> 'symbols')::text ~ '^\[("[A-Z0-9]{2,24}"(, )?)+\]$', true)
        AND parameters ->> 'dataset' ~ '^[a-z0-9-]{1,40}$'
        AND parameters ->> 'from' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'
        AND parameters ->> 'provenance' IN ('exchange', 'unverified', 'generated')
        AND (parameters -> 'sha256')::text ~ '^\[("[0-9a-f]{64}"(, )?)*\]$'
        AND coalesce(parameters ->> 'opensAt' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$', true)
        AND coalesce((parameters -> 'speed')::text ~ '^[1-9]\d{0,2}$', true))), false)
    $$;
    ALTER TABLE markets
      DROP CONSTRAINT title_is_composed, DROP CONSTRAINT label_is_composed, DROP CONSTRAINT parameters_are_plain,
      ADD CONSTRAINT title_is_composed CHECK (${IS_NAME('title')}),
      ADD CONSTRAINT label_is_composed CHECK (${IS_NAME('label')}),
      ADD CONSTRAINT parameters_are_plain
        CHECK (are_market_parameters(kind, parameters) OR are_replay_parameters(kind, parameters));

    CREATE TABLE replay_sessions (
      market_id text PRIMARY KEY REFERENCES markets,
      user_id bigint NOT NULL REFERENCES users,
      dataset_id text NOT NULL REFERENCES datasets,
      -- Of the recording, in the order of the market.
      symbols text[] NOT NULL CHECK (cardinality(symbols) BETWEEN 1 AND 10),
      -- When it begins in the recording, seconds.
      start_at bigint NOT NULL CHECK (start_at % 60 = 0),
      masked boolean NOT NULL,
      -- Wall clock, ms.
      created_at bigint NOT NULL,
      -- Market time up to which everything has been played, ms.
      playhead bigint NOT NULL,
      speed integer NOT NULL CHECK (speed BETWEEN 1 AND 600)
    );
    CREATE INDEX replay_sessions_of_user ON replay_sessions (user_id, created_at);
  `,
    )
    .execute(db);
}
