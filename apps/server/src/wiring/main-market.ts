import { hash } from 'node:crypto';
import { DEFAULT_RULES, DEFAULT_START_BALANCE } from '@plecho/domain';
import { ConfigError } from '../config.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { DayKeys, KEY_BYTES, LAST_DAY } from '../feeds/synthetic/day-keys.ts';
import { KEY_VERSION } from '../feeds/synthetic/key-randomness.ts';
import { SEED_VERSION } from '../feeds/synthetic/seed-randomness.ts';
import type { Entropy } from '../network/ports.ts';
import type { Installation } from '../storage/connection.ts';
import { createMarket, createMarketWithKeys } from '../storage/market-key-store.ts';
import type { MarketStore } from '../storage/market-store.ts';

export const MAIN_MARKET_ID = 'main';
const GENERATOR = 'plecho-synthetic';

/** What a market is made from when a seed was typed, and what is published: no words of whoever runs the server (rule M1). */
export const publicSeed = (typed: string): string => hash('sha256', typed);

export interface MainMarketOptions {
  /** undefined: what the market in the database is made from, or secret keys at the first start. */
  seed: string | undefined;
  /** Random bytes, for the last key. */
  entropy: Entropy;
  /** Wall clock, ms. */
  now: number;
}

/** Draws what a synthetic market is made from: a chain of secret keys, of which the anchor is published. */
export function drawKeys(entropy: Entropy): { parameters: MarketDefinition['parameters']; lastKey: Uint8Array } {
  const lastKey = entropy(KEY_BYTES);
  const { anchor } = new DayKeys(LAST_DAY, lastKey);
  return { parameters: { generator: GENERATOR, version: KEY_VERSION, anchor }, lastKey };
}

async function create(target: Installation, { seed, entropy, now }: MainMarketOptions): Promise<void> {
  const definition = {
    id: MAIN_MARKET_ID,
    kind: 'synthetic' as const,
    title: 'Синтетический рынок',
    label: 'Синтетический рынок',
    startAt: Math.floor(now / 1000),
    rules: DEFAULT_RULES,
    startBalance: DEFAULT_START_BALANCE,
    scenario: null,
    endAt: null,
    ended: false,
  };
  if (seed !== undefined) {
    const parameters = { generator: GENERATOR, version: SEED_VERSION, seed: publicSeed(seed) };
    await createMarket(target, { ...definition, parameters }, now);
    return;
  }
  const { parameters, lastKey } = drawKeys(entropy);
  await createMarketWithKeys(target, { ...definition, parameters }, lastKey, now);
}

/** @throws ConfigError when the market is made from something else than `seed` */
function checkSeed({ parameters }: MarketDefinition, seed: string): void {
  if (parameters['anchor'] !== undefined) {
    throw new ConfigError(
      'MARKET_SEED: the market in this database is made from secret keys, and a market never changes',
    );
  }
  // Markets of earlier versions were made from the typed seed itself.
  if (parameters['seed'] !== publicSeed(seed) && parameters['seed'] !== seed) {
    throw new ConfigError('MARKET_SEED: the market in this database has another seed, and a market never changes');
  }
}

/**
 * The installation's main market; made at the first start, with a chain of secret keys unless a seed is given.
 * @throws ConfigError when the market was made with another seed, or with keys where a seed is given
 */
export async function ensureMainMarket(
  target: Installation,
  store: MarketStore,
  options: MainMarketOptions,
): Promise<MarketDefinition> {
  if ((await store.find(MAIN_MARKET_ID)) === null) await create(target, options);
  const stored = await store.find(MAIN_MARKET_ID);
  if (stored === null) throw new Error('the main market was not made');
  if (options.seed !== undefined) checkSeed(stored, options.seed);
  return stored;
}
