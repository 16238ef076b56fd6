import { hash } from 'node:crypto';
import { DEFAULT_RULES, DEFAULT_START_BALANCE, MAIN_MARKET_ID, type MarketKind } from '@plecho/domain';
import { DayKeys, KEY_BYTES, KEY_VERSION, LAST_DAY, SEED_VERSION } from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import { ConfigError, type SharedMarket } from '../config.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { Entropy } from '../network/ports.ts';
import type { BinanceUrls } from '../feeds/binance/hosts.ts';
import { createExchangeMarket } from './exchange-market.ts';
import type { Installation } from '../storage/connection.ts';
import { createMarket, createMarketWithKeys } from '../storage/market-key-store.ts';
import type { MarketStore } from '../storage/market-store.ts';

const GENERATOR = 'plecho-synthetic';

/** What a market is made from when a seed was typed, and what is published: no words of whoever runs the server (rule M1). */
export const publicSeed = (typed: string): string => hash('sha256', typed);

export interface SharedMarketOptions {
  /** undefined: what the market in the database is made from, or secret keys at the first start. */
  seed: string | undefined;
  /** Random bytes, for the last key. */
  entropy: Entropy;
  /** The main one first. undefined: those that are there, a synthetic one at the first start. */
  names: readonly SharedMarket[] | undefined;
  binance: BinanceUrls;
  /** Wall clock, ms. */
  now: number;
}

const KINDS = { synthetic: 'synthetic', binance: 'exchange' } as const satisfies Record<SharedMarket, MarketKind>;

/** Draws what a synthetic market is made from: a chain of secret keys, of which the anchor is published. */
export function drawKeys(entropy: Entropy): { parameters: MarketDefinition['parameters']; lastKey: Uint8Array } {
  const lastKey = entropy(KEY_BYTES);
  const { anchor } = new DayKeys(LAST_DAY, lastKey, nodePrimitives);
  return { parameters: { generator: GENERATOR, version: KEY_VERSION, anchor }, lastKey };
}

async function createSynthetic(
  target: Installation,
  id: string,
  { seed, entropy, now }: SharedMarketOptions,
): Promise<void> {
  const definition = {
    id,
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

/** Makes a market that is not there yet. */
async function ensure(
  target: Installation,
  store: MarketStore,
  id: string,
  name: SharedMarket,
  options: SharedMarketOptions,
): Promise<void> {
  if ((await store.find(id)) !== null) return;
  if (name === 'synthetic') await createSynthetic(target, id, options);
  else await createExchangeMarket(target, id, options.binance, options.now);
}

/**
 * The installation's shared markets; made when they are not there, a synthetic one with a chain of secret keys unless
 * a seed is given. One that is no longer named stays: people have accounts in it.
 * @returns the main market
 * @throws ConfigError when the main market is of another kind, or was made with another seed, or with keys where a seed
 * is given
 */
export async function ensureSharedMarkets(
  target: Installation,
  store: MarketStore,
  options: SharedMarketOptions,
): Promise<MarketDefinition> {
  const { names, seed } = options;
  const [mainName = 'synthetic', ...others] = names ?? [];
  await ensure(target, store, MAIN_MARKET_ID, mainName, options);
  const main = await store.find(MAIN_MARKET_ID);
  if (main === null) throw new Error('the main market was not made');
  if (names !== undefined && main.kind !== KINDS[mainName]) {
    throw new ConfigError(
      `MARKETS: the main market in this database is of the kind ${main.kind} and stays it; name it first, or begin with another database`,
    );
  }
  if (seed !== undefined && main.kind === 'synthetic') checkSeed(main, seed);
  for (const name of others) await ensure(target, store, name, name, options);
  return main;
}
