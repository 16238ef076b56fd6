import { sql, type Kysely } from 'kysely';

/** The operator area: who may enter, with which secret, and what was done there. Times are milliseconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'operator'));
    -- Reasons come from fixed lists (charter rule C4). Rows of before are not looked at.
    ALTER TABLE users ADD CONSTRAINT block_reason_is_listed
      CHECK (block_reason IN ('conduct', 'sharedAccount', 'ownRequest')) NOT VALID;
    ALTER TABLE account_log ADD CONSTRAINT reason_is_listed CHECK (CASE kind
      WHEN 'adjusted' THEN reason IN ('classTask', 'prize', 'mistakeCorrected', 'ownRequest')
      ELSE reason IN ('conduct', 'sharedAccount', 'ownRequest') END);
    -- The step-up of a session: when it was made, and when the operator area was used last.
    ALTER TABLE sessions ADD COLUMN operator_since bigint;
    ALTER TABLE sessions ADD COLUMN operator_seen_at bigint;
    -- One row: the installation's operator secret, argon2id in its own text form.
    CREATE TABLE operator_secret (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      hash text NOT NULL,
      set_at bigint NOT NULL
    );
    -- Every call of the operator area, written before it is carried out; never changed.
    CREATE TABLE audit_log (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      at bigint NOT NULL,
      operator_id bigint NOT NULL,
      session_id bigint NOT NULL,
      action text NOT NULL CHECK (action IN ('stepUp', 'stepDown', 'userViewed', 'balanceAdjusted', 'userBlocked',
        'userUnblocked', 'userSignedOut', 'transfersViewed', 'requestViewed', 'auditViewed', 'healthViewed')),
      target_id bigint,
      details jsonb NOT NULL
    );
    CREATE INDEX audit_log_of_operator ON audit_log (operator_id, id);
    CREATE INDEX audit_log_of_target ON audit_log (target_id, id);
    -- How it was answered.
    CREATE TABLE audit_outcomes (
      audit_id bigint PRIMARY KEY REFERENCES audit_log,
      status integer NOT NULL,
      at bigint NOT NULL
    );
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_outcomes EXECUTE FUNCTION refuse_change();
  `)
    .execute(db);
}
