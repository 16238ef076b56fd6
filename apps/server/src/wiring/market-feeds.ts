import { spreadsOf, type Pair } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { BinanceUrls } from '../feeds/binance/hosts.ts';
import type { Feed } from '../feeds/feed.ts';
import { LISTED_PAIRS } from '../feeds/listed-pairs.ts';
import { ReplayFeed } from '../feeds/replay/index.ts';
import { SyntheticFeed } from '../feeds/synthetic/synthetic-feed.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import type { Entropy } from '../network/ports.ts';
import { isDrill } from '../replays/drills/drill.ts';
import type { DatasetLibrary } from '../replays/library.ts';
import type { DatasetRecord } from '../replays/ports.ts';
import { tracksOf, tradedPairs, usdtPair } from '../replays/tracks.ts';
import type { createPool } from '../storage/connection.ts';
import { PgDrillStore } from '../storage/drill-store.ts';
import type { MarketStore } from '../storage/market-store.ts';
import { OwnRecordingStore } from '../storage/own-recording-store.ts';
import { PgStartPriceStore } from '../storage/start-price-store.ts';
import type { DayKeyBook } from './day-keys.ts';
import { DrillFeeds } from './drill-feeds.ts';
import { openExchange, pairsToKeep } from './exchange-market.ts';
import type { RunningMarket } from './running-market.ts';
import { ScenarioMarkets } from './scenario-markets.ts';

/** null: whatever its kind says. */
export type CreateFeed = (definition: MarketDefinition) => Promise<Feed | null>;

/** What the feeds of markets are made from. */
export interface MarketFeedsOptions {
  pool: ReturnType<typeof createPool>;
  clock: Clock;
  log: Logger;
  library: DatasetLibrary;
  store: Pick<MarketStore, 'find'>;
  dayKeys: DayKeyBook;
  binance: BinanceUrls;
  /** Random bytes. */
  entropy: Entropy;
  /** Where the prices of a market come from; by its kind unless given. */
  createFeed: CreateFeed | undefined;
  /** A market that runs in this process. */
  running(marketId: string): RunningMarket | null;
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

/** With the spreads that the recipe of a scenario has for its pairs. */
export function withSpreads<D extends MarketDefinition>(definition: D, pairs: readonly Pair[]): D {
  const { scenario, rules } = definition;
  if (scenario === null) return definition;
  const symbols = pairs.map(({ symbol }) => symbol);
  return { ...definition, rules: { ...rules, spreads: spreadsOf(scenario.recipe, symbols) } };
}

/** Where the prices of markets come from: each by its kind. */
export class MarketFeeds {
  /** To be told what happens in the markets that scenarios are made over. */
  readonly scenarios: ScenarioMarkets;
  readonly drills: DrillFeeds;
  readonly #options: MarketFeedsOptions;

  constructor(options: MarketFeedsOptions) {
    const { pool, clock, log, library, store, dayKeys, running } = options;
    this.#options = options;
    this.scenarios = new ScenarioMarkets({
      ...{ clock, store, dayKeys, running },
      startPrices: (id) => new PgStartPriceStore(pool, id),
      pairsOf: (definition) => this.pairsOf(definition),
    });
    this.drills = new DrillFeeds({
      ...{ store: new PgDrillStore(pool), library, clock, log },
      committedIn: async (id) => (await running(id)?.committedIn()) ?? null,
    });
  }

  /** Rejects while what it needs is not there: the base of a scenario has to run. */
  async open(definition: MarketDefinition): Promise<Feed> {
    const { kind, scenario } = definition;
    if (scenario !== null) return this.scenarios.open(definition, scenario);
    const { pool, clock, dayKeys, createFeed } = this.#options;
    const source = kind === 'synthetic' ? await dayKeys.open(definition) : null;
    const given = (await createFeed?.(definition)) ?? null;
    if (given !== null) return given;
    if (source !== null) return new SyntheticFeed({ ...source, clock });
    if (kind === 'replay') return this.#openReplay(definition);
    if (kind === 'exchange') return openExchange(definition, await pairsToKeep(pool, definition.id), this.#options);
    throw new Error(`no feed for a market of the kind ${kind}`);
  }

  /** Those of a scenario are its base's. */
  async pairsOf(definition: MarketDefinition): Promise<readonly Pair[]> {
    const baseId = definition.scenario?.recipe.base ?? null;
    const base = baseId === null ? null : await this.#options.store.find(baseId);
    return this.#ownPairs(base ?? definition);
  }

  async #ownPairs(definition: MarketDefinition): Promise<readonly Pair[]> {
    const { pool, library } = this.#options;
    const { id, kind } = definition;
    if (kind !== 'replay') return LISTED_PAIRS;
    if (isDrill(id)) return this.drills.pairs(id);
    const played = await playedBy(definition, library);
    if (played !== null) return tradedPairs(played.dataset, played.symbols);
    return (await new OwnRecordingStore(pool).list(id)).map(({ symbol, priceDecimals }) =>
      usdtPair(symbol, priceDecimals),
    );
  }

  async #openReplay(definition: MarketDefinition): Promise<Feed> {
    const { pool, clock, library } = this.#options;
    const { id, startAt, endAt, parameters } = definition;
    if (isDrill(id)) return this.drills.open(id);
    const speed = Number(parameters['speed']);
    const until = endAt === null ? {} : { until: endAt };
    const played = await playedBy(definition, library);
    if (played !== null) {
      const opensAt = Date.parse(String(parameters['opensAt']));
      const tracks = await tracksOf(library, played.dataset, played.symbols);
      return new ReplayFeed({ clock, startAt, speed, opensAt, ...until }, tracks);
    }
    const pairs = await this.#ownPairs(definition);
    return ReplayFeed.open({ clock, source: new OwnRecordingStore(pool).source(id), pairs, startAt, speed });
  }
}
