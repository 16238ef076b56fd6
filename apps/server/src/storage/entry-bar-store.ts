import type { EntryBar } from '@plecho/domain';
import type { Pool } from 'pg';
import type { BarredAccount } from '../commands/batch.ts';
import { BARRED } from './journal/barred.ts';

export interface EntryBarStore {
  /**
   * Accounts with resting entry orders whose owner may not open positions there any more, by id; markets that are over have none.
   * @param userId null: of everybody
   */
  barred(userId: bigint | null): Promise<(BarredAccount & { marketId: string })[]>;
}

export class PgEntryBarStore implements EntryBarStore {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async barred(userId: bigint | null): Promise<(BarredAccount & { marketId: string })[]> {
    const { rows } = await this.#pool.query<{ account_id: bigint; reason: EntryBar; market_id: string }>(BARRED, [
      userId,
    ]);
    return rows.map(({ account_id: accountId, reason, market_id: marketId }) => ({ marketId, accountId, reason }));
  }
}
