import { sql, type Kysely } from 'kysely';

/** How people appear to each other. `listed`: also among the results of everybody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
    CREATE TABLE personas (
      user_id bigint PRIMARY KEY REFERENCES users,
      animal text NOT NULL CHECK (animal IN (
        'badger', 'bear', 'beaver', 'cat', 'crane', 'deer', 'dolphin', 'eagle', 'elk', 'falcon', 'fox', 'hare',
        'hedgehog', 'heron', 'lynx', 'marten', 'mole', 'otter', 'owl', 'penguin', 'raven', 'seal', 'squirrel',
        'swan', 'tiger', 'turtle', 'walrus', 'whale', 'wolf', 'woodpecker')),
      colour text NOT NULL CHECK (colour IN ('amber', 'blue', 'coral', 'cyan', 'green', 'lilac', 'lime', 'pink', 'sand', 'white')),
      listed boolean NOT NULL,
      -- Wall clock, milliseconds.
      changed_at bigint NOT NULL
    );
  `,
    )
    .execute(db);
}
