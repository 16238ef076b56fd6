import { sql, type Kysely } from 'kysely';

/**
 * Ids are drawn from here in blocks of 64, by any number of processes. A start makes it go on after the ids that are in
 * the tables already.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE SEQUENCE id_blocks AS bigint INCREMENT BY 64 MINVALUE 1').execute(db);
}
