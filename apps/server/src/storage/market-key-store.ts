import type { MarketDefinition } from '../engine/market-definition.ts';
import { createPool, ownerConfig, type Installation } from './connection.ts';
import { insertMarket } from './market-store.ts';
import { inTransaction } from './transaction.ts';

type Pool = ReturnType<typeof createPool>;

/** With a connection of the owner: the application's role can't see what is here. */
async function withOwnerPool<T>(target: Installation, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool({ ...ownerConfig(target), max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Adds a market together with the last key of its days, or neither.
 * @param at wall clock, ms
 * @returns false when the id is taken
 */
export function createMarketWithKeys(
  target: Installation,
  market: MarketDefinition,
  lastKey: Uint8Array,
  at: number,
): Promise<boolean> {
  return withOwnerPool(target, (pool) =>
    inTransaction(pool, async (client) => {
      const isNew = await insertMarket(client, market, at);
      if (isNew)
        await client.query('INSERT INTO market_keys (market_id, last_key) VALUES ($1, $2)', [market.id, lastKey]);
      return isNew;
    }),
  );
}

/** null for a market without keys. */
export function readLastKey(target: Installation, marketId: string): Promise<Buffer | null> {
  return withOwnerPool(target, async (pool) => {
    const { rows } = await pool.query<{ last_key: Buffer }>('SELECT last_key FROM market_keys WHERE market_id = $1', [
      marketId,
    ]);
    return rows[0]?.last_key ?? null;
  });
}

/** Adds a market that needs no keys. @param at wall clock, ms */
export function createMarket(target: Installation, market: MarketDefinition, at: number): Promise<boolean> {
  return withOwnerPool(target, (pool) => insertMarket(pool, market, at));
}
