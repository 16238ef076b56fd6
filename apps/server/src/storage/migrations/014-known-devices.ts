import { sql, type Kysely } from 'kysely';

/** Devices instead of addresses tell owners from strangers; operators among themselves. Times are milliseconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- A browser that somebody logged in with: SHA-256 of what is in its cookie. Several people may share one.
    CREATE TABLE known_devices (
      token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
      user_id bigint NOT NULL REFERENCES users,
      seen_at bigint NOT NULL,
      PRIMARY KEY (token_hash, user_id)
    );
    CREATE INDEX known_devices_of_user ON known_devices (user_id, seen_at);
    DROP TABLE known_addresses;
    -- Attempts to log in are counted in memory; what is left of them here says nothing any more.
    DELETE FROM throttle_windows WHERE key NOT LIKE 'register:%' AND key NOT LIKE 'secret%';

    -- A session that gets a new secret has ended for whoever holds the old one (rule S1).
    CREATE TRIGGER session_renewed AFTER UPDATE OF token_hash ON sessions
      FOR EACH ROW EXECUTE FUNCTION notify_identity();

    -- Whoever runs the server may block and unblock an operator from its command line: such a line has no operator.
    ALTER TABLE account_log DROP CONSTRAINT account_log_check2;
    ALTER TABLE account_log ADD CONSTRAINT operator_of_kind CHECK (CASE
      WHEN kind IN ('adjusted', 'signedOut') THEN operator_id IS NOT NULL
      WHEN kind IN ('blocked', 'unblocked') THEN true
      ELSE operator_id IS NULL END);

    -- Calls that were refused before they came to anything are in the audit log as well.
    ALTER TABLE audit_log DROP CONSTRAINT audit_log_action_check;
    ALTER TABLE audit_log ADD CONSTRAINT audit_log_action_check CHECK (action IN ('stepUp', 'stepDown', 'userViewed',
      'balanceAdjusted', 'userBlocked', 'userUnblocked', 'userSignedOut', 'transfersViewed', 'requestViewed',
      'auditViewed', 'healthViewed', 'refused'));
  `)
    .execute(db);
}
