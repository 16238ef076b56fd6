import { sql, type Kysely } from 'kysely';

/**
 * Rules of classes: part of what a market is, which never changes, and how each attempt under them stands. Of an attempt
 * the times are milliseconds by the market's clock, and a day is counted from 1970, UTC.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE FUNCTION is_class_share(share jsonb, most bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(CASE jsonb_typeof(share)
        WHEN 'null' THEN true
        WHEN 'string' THEN CASE WHEN share #>> '{}' ~ '^[1-9]\d{0,7}$' THEN (share #>> '{}')::bigint <= most ELSE false END
        ELSE false END, false)
    $$;
    CREATE FUNCTION are_class_rules(rules jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
      SELECT coalesce(CASE WHEN jsonb_typeof(rules) = 'object' THEN
        (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(rules) AS key)
          = ARRAY['calibration', 'days', 'maxDayLoss', 'maxLeverage', 'maxLoss', 'maxShare', 'target']
        AND (rules -> 'maxLeverage')::text ~ '^([1-9]|10)$'
        AND is_class_share(rules -> 'maxShare', 1000000)
        AND is_class_share(rules -> 'maxDayLoss', 1000000)
        AND is_class_share(rules -> 'maxLoss', 1000000)
        AND is_class_share(rules -> 'target', 10000000)
        AND (rules -> 'days')::text ~ '^(null|[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])$'
        AND jsonb_typeof(rules -> 'calibration') = 'boolean'
        ELSE false END, false)
    $$;
    ALTER TABLE markets ADD COLUMN class_rules jsonb
      CONSTRAINT class_rules_are_plain CHECK (class_rules IS NULL OR are_class_rules(class_rules));

    -- Null outside classes.
    ALTER TABLE accounts
      ADD COLUMN attempt_day integer,
      ADD COLUMN attempt_day_result bigint,
      ADD COLUMN attempt_passed_at bigint,
      ADD COLUMN attempt_ended_at bigint,
      ADD CONSTRAINT attempt_is_whole CHECK (CASE WHEN attempt_day IS NULL
        THEN num_nonnulls(attempt_day_result, attempt_passed_at, attempt_ended_at) = 0
        ELSE attempt_day_result IS NOT NULL END);

    ALTER TABLE trades DROP CONSTRAINT trade_reason;
    ALTER TABLE trades ADD CONSTRAINT trade_reason CHECK (reason IN
      ('user', 'takeProfit', 'stopLoss', 'trailingStop', 'order', 'liquidation', 'attemptEnd', 'marketEnd'));

    ALTER TABLE account_log
      DROP CONSTRAINT account_log_kind_check,
      DROP CONSTRAINT account_log_check1,
      DROP CONSTRAINT reason_is_listed;
    ALTER TABLE account_log
      ADD CONSTRAINT account_log_kind_check CHECK (kind IN ('registered', 'passwordChanged', 'signedOutEverywhere',
        'seasonStarted', 'attemptPassed', 'attemptEnded', 'orderRefused', 'adjusted', 'blocked', 'unblocked', 'signedOut')),
      ADD CONSTRAINT reason_of_kind CHECK (reason IS NOT NULL =
        CASE kind WHEN 'adjusted' THEN true WHEN 'blocked' THEN true WHEN 'unblocked' THEN true
          WHEN 'attemptPassed' THEN true WHEN 'attemptEnded' THEN true WHEN 'orderRefused' THEN true ELSE false END),
      ADD CONSTRAINT reason_is_listed CHECK (CASE kind
        WHEN 'adjusted' THEN reason IN ('classTask', 'prize', 'mistakeCorrected', 'ownRequest')
        WHEN 'attemptPassed' THEN reason = 'target'
        WHEN 'attemptEnded' THEN reason = 'maxLoss'
        WHEN 'orderRefused' THEN reason IN ('maxShare', 'maxDayLoss', 'maxLoss')
        ELSE reason IN ('conduct', 'sharedAccount', 'ownRequest') END);
  `,
    )
    .execute(db);
}
