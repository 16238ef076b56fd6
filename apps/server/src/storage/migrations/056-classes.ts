import { sql, type Kysely } from 'kysely';

/**
 * Classes and who is in them. A class has a market of its own, whose rules are the rules of the class; who has left may
 * come back, and what they did stays theirs. Times are milliseconds by the wall clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE TABLE classes (
      id bigint PRIMARY KEY,
      word text NOT NULL CHECK (word IN (
        'anchor', 'arrow', 'bridge', 'candle', 'comet', 'compass', 'delta', 'forest', 'harbour', 'island', 'lantern',
        'meadow', 'mirror', 'mountain', 'orbit', 'pendulum', 'prism', 'river', 'sail', 'summit', 'tower', 'valley',
        'wave', 'wind')),
      number integer NOT NULL CHECK (number BETWEEN 1 AND 999),
      -- Letters and digits that nobody mistakes for each other.
      code text NOT NULL UNIQUE CHECK (code ~ '^[A-HJ-NP-Z2-9]{8}$'),
      market_id text NOT NULL UNIQUE REFERENCES markets,
      made_by bigint NOT NULL REFERENCES users,
      created_at bigint NOT NULL,
      ended_at bigint,
      UNIQUE (word, number)
    );
    CREATE TABLE class_members (
      class_id bigint NOT NULL REFERENCES classes,
      user_id bigint NOT NULL REFERENCES users,
      joined_at bigint NOT NULL,
      left_at bigint,
      PRIMARY KEY (class_id, user_id)
    );
    CREATE INDEX class_members_of_user ON class_members (user_id);
  `,
    )
    .execute(db);
}
