import { sql, type Kysely } from 'kysely';

/** People who try without registering have neither phone nor password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    ALTER TABLE users ALTER COLUMN phone DROP NOT NULL;
    ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;
    -- When a guest who was not seen for long was ended, wall clock, milliseconds; nobody is this user any more.
    ALTER TABLE users ADD COLUMN guest_ended_at bigint;
    -- Of an ended guest: what they left open is being closed.
    ALTER TABLE users ADD COLUMN guest_leaves_open boolean NOT NULL DEFAULT false;
    ALTER TABLE users ADD CONSTRAINT guest_or_registered CHECK (
      (phone IS NULL) = (password_hash IS NULL) AND (guest_ended_at IS NULL OR phone IS NULL)
      AND (phone IS NOT NULL OR role = 'user'));
    CREATE INDEX guests ON users (id) WHERE phone IS NULL AND guest_ended_at IS NULL;
    CREATE INDEX guests_leaving_open ON users (id) WHERE guest_leaves_open;

    ALTER TABLE account_log DROP CONSTRAINT account_log_kind_check;
    ALTER TABLE account_log ADD CONSTRAINT account_log_kind_check CHECK (kind IN ('guestOpened', 'registered',
      'passwordChanged', 'signedOutEverywhere', 'seasonStarted', 'attemptPassed', 'attemptEnded', 'orderRefused',
      'adjusted', 'blocked', 'unblocked', 'signedOut'));
  `,
    )
    .execute(db);
}
