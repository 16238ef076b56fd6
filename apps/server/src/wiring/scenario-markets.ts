import { hash } from 'node:crypto';
import { isCommitted, type Pair, type Usdt } from '@plecho/domain';
import type { PriceRecord } from '../commands/batch.ts';
import type { MarketListener } from '../engine/events.ts';
import type { MarketDefinition, ScenarioDefinition } from '../engine/market-definition.ts';
import type { OwnedMarket } from '../engine/owned-market.ts';
import type { Feed, FeedSink } from '../feeds/feed.ts';
import { ScenarioFeed, type BaseFeed, type StartPriceStore } from '../feeds/scenario/index.ts';
import { SyntheticFeed } from '../feeds/synthetic/synthetic-feed.ts';
import type { Clock } from '../lib/clock.ts';
import { StorageError } from '../storage/errors.ts';
import type { MarketStore } from '../storage/market-store.ts';
import type { DayKeyBook } from './day-keys.ts';
import type { Past } from './running-market.ts';

const sha256 = (text: string): string => hash('sha256', text);

/** What scenarios need of the market that they are made over. */
interface RunningBase {
  past: Past;
  market: Pick<OwnedMarket, 'lastRecord'>;
}

export interface ScenarioMarketsOptions {
  clock: Clock;
  store: Pick<MarketStore, 'find'>;
  dayKeys: Pick<DayKeyBook, 'open'>;
  /** Of one scenario. */
  startPrices(marketId: string): StartPriceStore;
  /** A market that runs. */
  running(marketId: string): RunningBase | null;
  pairsOf(definition: MarketDefinition): Promise<readonly Pair[]>;
}

/** A base that was over before its scenario could start: so is the scenario. */
function endedBase(pairs: readonly Pair[], clock: Clock): Feed {
  return {
    pairs,
    historyStart: Math.floor(clock.now() / 1000),
    now: () => clock.now(),
    history: () => [],
    start: (sink) => {
      clock.soon(() => sink.ended());
      return Promise.resolve();
    },
    stop: () => undefined,
  };
}

/** Opens the feeds of scenarios, and tells them of the prices of the markets that they are made over. */
export class ScenarioMarkets implements MarketListener {
  readonly #options: ScenarioMarketsOptions;
  /** Who hears of the prices of a base, by its id. */
  readonly #sinks = new Map<string, Set<FeedSink>>();

  constructor(options: ScenarioMarketsOptions) {
    this.#options = options;
  }

  /**
   * Rejects while the base is not running yet, or the storage can't be asked.
   * @throws StorageError when the recipe is not the one that was published
   */
  async open({ id, startAt, endAt, ...definition }: MarketDefinition, scenario: ScenarioDefinition): Promise<Feed> {
    const { recipe, salt, commitment } = scenario;
    if (!isCommitted({ recipe, salt }, commitment, sha256)) {
      throw new StorageError(`the recipe of ${id} is not the one that was published`);
    }
    const { clock, dayKeys, startPrices } = this.#options;
    const base =
      recipe.base === null
        ? new SyntheticFeed({ ...(await dayKeys.open({ id, startAt, endAt, ...definition })), clock })
        : await this.#over(recipe.base);
    return ScenarioFeed.open({ base, recipe, startAt, endAt, clock, startPrices: startPrices(id) });
  }

  /** Most markets are nobody's base. */
  price(marketId: string, { symbol, price, time }: PriceRecord, volume: Usdt): void {
    const sinks = this.#sinks.get(marketId);
    if (sinks === undefined) return;
    const tick = { symbol, price, time, volume };
    for (const sink of sinks) sink.tick(tick);
  }

  account(): void {
    // What people do in the base is nothing to the scenario.
  }

  /** A pair of a base is over, and with it the same one of what is made over it: no price of it will come there either. */
  delisted(marketId: string, symbol: string): void {
    for (const sink of this.#sinks.get(marketId) ?? []) sink.delisted(symbol);
  }

  /** A base is over, and with it what is made over it. */
  ended(marketId: string): void {
    for (const sink of this.#sinks.get(marketId) ?? []) sink.ended();
  }

  async #over(baseId: string): Promise<BaseFeed> {
    const { clock, store, running, pairsOf } = this.#options;
    const base = running(baseId);
    if (base !== null) return this.#heard(baseId, base);
    const stored = await store.find(baseId);
    if (stored?.ended === true) return endedBase(await pairsOf(stored), clock);
    throw new Error(`the base ${baseId} is not running`);
  }

  /** The valid prices of a running market, and its past. */
  #heard(baseId: string, { past, market }: RunningBase): BaseFeed {
    let own: FeedSink | null = null;
    return {
      pairs: past.pairs,
      historyStart: past.historyStart,
      now: () => past.now(),
      history: (symbol, from, to) => past.history(symbol, from, to),
      delisted: () => past.delisted?.() ?? [],
      lastPrice: (symbol) => market.lastRecord(symbol)?.price ?? null,
      start: (sink) => {
        own = sink;
        this.#sinks.set(baseId, (this.#sinks.get(baseId) ?? new Set()).add(sink));
        return Promise.resolve();
      },
      stop: () => {
        const sinks = this.#sinks.get(baseId);
        if (own !== null) sinks?.delete(own);
        if (sinks?.size === 0) this.#sinks.delete(baseId);
      },
    };
  }
}
