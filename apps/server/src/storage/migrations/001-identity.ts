import { sql, type Kysely } from 'kysely';

/** People, their sessions, and what slows down guessing. Times are milliseconds of the wall clock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE users (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      phone text NOT NULL UNIQUE CHECK (phone ~ '^\\+[1-9][0-9]{6,14}$'),
      password_hash text NOT NULL,
      first_name text,
      last_name text,
      block_reason text,
      created_at bigint NOT NULL
    );
    CREATE TABLE sessions (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      user_id bigint NOT NULL REFERENCES users,
      user_agent text NOT NULL,
      created_at bigint NOT NULL,
      last_seen_at bigint NOT NULL
    );
    CREATE INDEX sessions_of_user ON sessions (user_id);
    CREATE TABLE throttle_windows (
      key text PRIMARY KEY,
      attempts integer NOT NULL CHECK (attempts >= 0),
      ends_at bigint NOT NULL
    );
    CREATE TABLE known_addresses (
      phone text NOT NULL,
      address text NOT NULL,
      seen_at bigint NOT NULL,
      PRIMARY KEY (phone, address)
    );

    -- Whoever ends a session or changes a user tells every server (rule S1).
    CREATE FUNCTION notify_identity() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_TABLE_NAME = 'users' THEN
        PERFORM pg_notify(current_schema() || '_identity', NEW.id::text);
      ELSE
        PERFORM pg_notify(current_schema() || '_identity', OLD.user_id::text);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER users_changed AFTER UPDATE ON users FOR EACH ROW EXECUTE FUNCTION notify_identity();
    CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_identity();
  `.execute(db);
}
