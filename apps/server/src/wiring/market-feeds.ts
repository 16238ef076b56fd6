import { spreadsOf, type Pair } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { BinanceUrls } from '../feeds/binance/hosts.ts';
import type { Feed } from '../feeds/feed.ts';
import { LISTED_PAIRS } from '../feeds/listed-pairs.ts';
import { ReplayFeed } from '../feeds/replay/index.ts';
import { SyntheticFeed } from '../feeds/synthetic/synthetic-feed.ts';
import type { Clock } from '../lib/clock.ts';
import type { Entropy } from '../network/ports.ts';
import { isDrill } from '../replays/drills/drill.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { DatasetRecord } from '../replays/ports.ts';
import { tracksOf, tradedPairs, usdtPair } from '../replays/tracks.ts';
import type { createPool } from '../storage/connection.ts';
import { RecordingStore } from '../storage/recording-store.ts';
import type { DayKeyBook } from './day-keys.ts';
import type { DrillFeeds } from './drill-feeds.ts';
import { openExchange, pairsToKeep } from './exchange-market.ts';

/** null: whatever its kind says. */
export type CreateFeed = (definition: MarketDefinition) => Promise<Feed | null>;

/** What the feeds of markets are made from. */
export interface FeedOptions {
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  library: DatasetLibrary;
  binance: BinanceUrls;
  /** Random bytes. */
  entropy: Entropy;
  /** Where the prices of a market come from; by its kind unless given. */
  createFeed: CreateFeed | undefined;
  drills: DrillFeeds;
}

/** What a replay plays; null of one from before recordings were for everybody, which has its own. */
async function playedBy(
  { parameters }: MarketDefinition,
  library: DatasetLibrary,
): Promise<{ dataset: DatasetRecord; symbols: string[] } | null> {
  const { dataset: id, symbols } = parameters;
  if (typeof id !== 'string' || !Array.isArray(symbols)) return null;
  const dataset = await library.find(id);
  if (dataset === null) throw new Error(`the recording ${id} is gone`);
  return { dataset, symbols };
}

/** The pairs of a market that is no scenario. */
export async function pairsOf(
  definition: MarketDefinition,
  { pool, library, drills }: Pick<FeedOptions, 'pool' | 'library' | 'drills'>,
): Promise<readonly Pair[]> {
  const { id, kind } = definition;
  if (kind !== 'replay') return LISTED_PAIRS;
  if (isDrill(id)) return drills.pairs(id);
  const played = await playedBy(definition, library);
  if (played !== null) return tradedPairs(played.dataset, played.symbols);
  return (await new RecordingStore(pool).list(id)).map(({ symbol, priceDecimals }) => usdtPair(symbol, priceDecimals));
}

async function openReplay(definition: MarketDefinition, options: FeedOptions): Promise<Feed> {
  const { pool, clock, library } = options;
  const { id, startAt, endAt, parameters } = definition;
  if (isDrill(id)) return options.drills.open(id);
  const speed = Number(parameters['speed']);
  const until = endAt === null ? {} : { until: endAt };
  const played = await playedBy(definition, library);
  if (played !== null) {
    const opensAt = Date.parse(String(parameters['opensAt']));
    const tracks = await tracksOf(library, played.dataset, played.symbols);
    return new ReplayFeed({ clock, startAt, speed, opensAt, ...until }, tracks);
  }
  const pairs = await pairsOf(definition, options);
  return ReplayFeed.open({ clock, source: new RecordingStore(pool).source(id), pairs, startAt, speed });
}

/** With the spreads that the recipe of a scenario has for its pairs. */
export function withSpreads<D extends MarketDefinition>(definition: D, pairs: readonly Pair[]): D {
  const { scenario, rules } = definition;
  if (scenario === null) return definition;
  const symbols = pairs.map(({ symbol }) => symbol);
  return { ...definition, rules: { ...rules, spreads: spreadsOf(scenario.recipe, symbols) } };
}

/** Where the prices of a market come from that is no scenario, by its kind. */
export async function openFeed(definition: MarketDefinition, options: FeedOptions, dayKeys: DayKeyBook): Promise<Feed> {
  const { kind } = definition;
  const source = kind === 'synthetic' ? await dayKeys.open(definition) : null;
  const given = (await options.createFeed?.(definition)) ?? null;
  if (given !== null) return given;
  if (source !== null) return new SyntheticFeed({ ...source, clock: options.clock });
  if (kind === 'replay') return openReplay(definition, options);
  if (kind === 'exchange') return openExchange(definition, await pairsToKeep(options.pool, definition.id), options);
  throw new Error(`no feed for a market of the kind ${kind}`);
}
