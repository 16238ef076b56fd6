import { sql, type Kysely } from 'kysely';

/** Whoever may not open positions any more has their entry orders cancelled, and their log says why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    CREATE INDEX blocked_users ON users (id) WHERE block_reason IS NOT NULL;

    ALTER TABLE account_log
      DROP CONSTRAINT account_log_kind_check,
      DROP CONSTRAINT reason_of_kind,
      DROP CONSTRAINT reason_is_listed;
    ALTER TABLE account_log
      ADD CONSTRAINT account_log_kind_check CHECK (kind IN ('guestOpened', 'registered', 'passwordChanged',
        'signedOutEverywhere', 'seasonStarted', 'attemptPassed', 'attemptEnded', 'orderRefused', 'entriesCancelled',
        'adjusted', 'blocked', 'unblocked', 'signedOut')),
      ADD CONSTRAINT reason_of_kind CHECK (reason IS NOT NULL =
        CASE kind WHEN 'adjusted' THEN true WHEN 'blocked' THEN true WHEN 'unblocked' THEN true
          WHEN 'attemptPassed' THEN true WHEN 'attemptEnded' THEN true WHEN 'orderRefused' THEN true
          WHEN 'entriesCancelled' THEN true ELSE false END),
      ADD CONSTRAINT reason_is_listed CHECK (CASE kind
        WHEN 'adjusted' THEN reason IN ('classTask', 'prize', 'mistakeCorrected', 'ownRequest')
        WHEN 'attemptPassed' THEN reason = 'target'
        WHEN 'attemptEnded' THEN reason = 'maxLoss'
        WHEN 'orderRefused' THEN reason IN ('maxShare', 'maxDayLoss', 'maxLoss')
        WHEN 'entriesCancelled' THEN reason IN ('blocked', 'leftClass')
        ELSE reason IN ('conduct', 'sharedAccount', 'ownRequest') END);
  `)
    .execute(db);
}
