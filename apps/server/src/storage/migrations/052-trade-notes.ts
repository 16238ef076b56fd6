import { sql, type Kysely } from 'kysely';

/**
 * Private notes on trades and one's own list of tags (rule S13). Requests reach both through functions alone, which ask
 * whose they are. No CHECK looks at what was written: PostgreSQL would put the row that breaks it into its log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
    CREATE TABLE trade_notes (
      user_id bigint NOT NULL REFERENCES users,
      account_id bigint NOT NULL,
      trade_id bigint NOT NULL,
      text text NOT NULL,
      -- Numbers of trade_tags.
      tags smallint[] NOT NULL,
      version integer NOT NULL CHECK (version > 0),
      -- Wall clock, milliseconds.
      changed_at bigint NOT NULL,
      PRIMARY KEY (user_id, trade_id),
      FOREIGN KEY (account_id, trade_id) REFERENCES trades (account_id, id)
    );
    CREATE TABLE trade_tags (
      user_id bigint NOT NULL REFERENCES users,
      number smallint NOT NULL CHECK (number BETWEEN 1 AND 20),
      tag text NOT NULL,
      PRIMARY KEY (user_id, number)
    );
  `,
    )
    .execute(db);
}
