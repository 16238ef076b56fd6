import { sql, type Kysely } from 'kysely';

/** Prices that come from elsewhere than the exchange's own hosts have a name of their own (rule C2). */
const IS_NAME = (column: string) =>
  `is_market_name(kind, ${column}) OR (kind = 'exchange' AND ${column} = 'Подставная биржа')`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    ALTER TABLE markets
      DROP CONSTRAINT title_is_composed,
      DROP CONSTRAINT label_is_composed,
      ADD CONSTRAINT title_is_composed CHECK (${IS_NAME('title')}),
      ADD CONSTRAINT label_is_composed CHECK (${IS_NAME('label')}),
      ADD CONSTRAINT name_follows_source CHECK (
        kind <> 'exchange' OR coalesce(title = label AND
          (label = 'Биржа: Binance') = (parameters ->> 'source' = 'binance'), false)
      );
  `)
    .execute(db);
}
