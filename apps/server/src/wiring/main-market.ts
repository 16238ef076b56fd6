import { DEFAULT_RULES, DEFAULT_START_BALANCE } from '@plecho/domain';
import { ConfigError } from '../config.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { GENERATOR_VERSION } from '../feeds/synthetic/synthetic-feed.ts';
import type { MarketStore } from '../storage/market-store.ts';

export const MAIN_MARKET_ID = 'main';
const DEFAULT_SEED = '1';

/**
 * The installation's main market; made at the first start.
 * @param store of the owner: the application makes no markets
 * @param seed undefined: that of the market in the database, or the default one at the first start
 * @param now wall clock, ms
 * @throws ConfigError when the market was made with another seed
 */
export async function ensureMainMarket(
  store: MarketStore,
  seed: string | undefined,
  now: number,
): Promise<MarketDefinition> {
  const definition: MarketDefinition = {
    id: MAIN_MARKET_ID,
    kind: 'synthetic',
    title: 'Синтетический рынок',
    label: 'Синтетический рынок',
    startAt: Math.floor(now / 1000),
    rules: DEFAULT_RULES,
    startBalance: DEFAULT_START_BALANCE,
    parameters: { generator: 'plecho-synthetic', version: GENERATOR_VERSION, seed: seed ?? DEFAULT_SEED },
    ended: false,
  };
  await store.create(definition, now);
  const stored = (await store.find(MAIN_MARKET_ID)) ?? definition;
  const storedSeed = String(stored.parameters['seed']);
  if (seed !== undefined && seed !== storedSeed) {
    throw new ConfigError(
      `MARKET_SEED: the market in this database has the seed ${storedSeed}, and a market never changes`,
    );
  }
  return stored;
}
