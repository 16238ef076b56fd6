import type { NewReplay } from '@plecho/contract';
import type { Pair } from '@plecho/domain';
import type { MarketDefinition } from '../engine/market-definition.ts';
import type { Clock } from '../lib/clock.ts';
import { requestKey, type Once } from '../lib/once.ts';
import { Problem } from '../lib/problem.ts';
import { checkStart, pairsOf } from './choice.ts';
import { sharedMarket } from './definitions.ts';
import type { DatasetLibrary } from './library.ts';
import type { DatasetRecord, ReplayPublisher } from './ports.ts';
import { tradedPairs } from './tracks.ts';

/** A form that is filled in takes a moment to arrive. */
const LATE_SECONDS = 60;

export interface SharedReplaysOptions {
  clock: Clock;
  /** Random bytes, for ids. */
  entropy(bytes: number): Uint8Array;
  library: DatasetLibrary;
  once: Once<ReplayPublisher>;
}

export interface PublishedReplay {
  definition: MarketDefinition;
  pairs: ReadonlyMap<string, Pair>;
}

/** Replays for everybody, on a schedule. What is published never changes (rule M1). */
export class SharedReplays {
  readonly #options: SharedReplaysOptions;

  constructor(options: SharedReplaysOptions) {
    this.#options = options;
  }

  /**
   * The servers that listen start it by themselves.
   * @throws Problem dataset_not_found, unknown_symbol, replay_start_outside, schedule_in_the_past
   */
  async publish(operatorId: bigint, wanted: NewReplay, key: string | null): Promise<PublishedReplay> {
    const { clock, library, once } = this.#options;
    const dataset = await library.find(wanted.dataset);
    const id = await once(requestKey(operatorId, 'publishReplay', key, wanted), async (storage) => {
      if (dataset === null) throw new Problem('dataset_not_found');
      const definition = this.define(dataset, wanted);
      await storage.addMarket(definition, clock.now());
      return definition.id;
    });
    if (dataset === null) throw new Problem('dataset_not_found');
    const symbols = pairsOf(dataset, wanted.symbols);
    return {
      definition: sharedMarket({ ...scheduled(wanted, symbols), id }, dataset),
      pairs: new Map(tradedPairs(dataset, symbols).map((pair) => [pair.symbol, pair])),
    };
  }

  /**
   * The market of a replay that is to begin, with an id of its own.
   * @throws Problem unknown_symbol, replay_start_outside, schedule_in_the_past
   */
  define(dataset: DatasetRecord, wanted: NewReplay): MarketDefinition {
    const { clock, entropy } = this.#options;
    if (wanted.startAt * 1000 < clock.now() - LATE_SECONDS * 1000) throw new Problem('schedule_in_the_past');
    const id = `replay-${Buffer.from(entropy(8)).toString('hex')}`;
    const symbols = pairsOf(dataset, wanted.symbols);
    checkStart(dataset, symbols, wanted.from);
    return sharedMarket({ ...scheduled(wanted, symbols), id }, dataset);
  }
}

const scheduled = ({ from, startAt: opensAt, speed }: NewReplay, symbols: readonly string[]) => ({
  ...{ symbols, from, opensAt, speed },
});
