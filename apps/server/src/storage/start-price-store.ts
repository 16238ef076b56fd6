import type { Price } from '@plecho/domain';
import type { StartPriceStore } from '../feeds/scenario/index.ts';
import type { Queryable } from './connection.ts';

/** The start prices of one scenario. */
export class PgStartPriceStore implements StartPriceStore {
  readonly #db: Queryable;
  readonly #marketId: string;

  constructor(db: Queryable, marketId: string) {
    this.#db = db;
    this.#marketId = marketId;
  }

  async keep(found: ReadonlyMap<string, Price>): Promise<Map<string, Price>> {
    if (found.size > 0) {
      await this.#db.query(
        `INSERT INTO start_prices (market_id, symbol, price)
         SELECT $1, * FROM unnest($2::text[], $3::bigint[]) ON CONFLICT DO NOTHING`,
        [this.#marketId, [...found.keys()], [...found.values()]],
      );
    }
    const { rows } = await this.#db.query<{ symbol: string; price: Price }>(
      'SELECT symbol, price FROM start_prices WHERE market_id = $1',
      [this.#marketId],
    );
    return new Map(rows.map(({ symbol, price }) => [symbol, price]));
  }
}
