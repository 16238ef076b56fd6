import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { STORIES, type Provenance } from '@plecho/domain';
import { KlineColumns, recordedPairs, storyPairs, type KlineSeries } from '../feeds/replay/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { DatasetRecord, DatasetStore } from './ports.ts';

/** The same files are the same recording, whoever brings them and in whatever order. */
function idOf(series: readonly KlineSeries[]): string {
  const files = series.flatMap(({ sha256 }) => sha256).toSorted();
  return `d-${hash('sha256', files.join()).slice(0, 16)}`;
}

/**
 * Keeps what was read from files as a recording.
 * @param at wall clock, ms
 * @returns with `known` when the same files had been imported before
 */
export async function importSeries(
  store: DatasetStore,
  series: readonly KlineSeries[],
  at: number,
): Promise<{ dataset: DatasetRecord; known: boolean }> {
  const id = idOf(series);
  // A file proves nothing about where it is from, whoever gave it: only what the exchange publishes could.
  const provenance: Provenance = 'unverified';
  const sha256 = series.flatMap((one) => one.sha256).toSorted();
  const known = !(await store.add({ id, story: null, provenance, sha256, pairs: recordedPairs(series) }, at));
  const dataset = await store.find(id);
  if (dataset === null) throw new Error(`the recording ${id} is gone`);
  return { dataset, known };
}

/** The recordings of the installation; those of the product are made when somebody asks for the first time. */
export class DatasetLibrary {
  readonly store: DatasetStore;
  readonly #clock: Clock;
  #stories: Promise<void> | null = null;
  /** Candles of a pair, for as long as somebody plays them, shared by all who do. */
  readonly #columns = new Map<string, WeakRef<KlineColumns>>();
  readonly #reading = new Map<string, Promise<KlineColumns>>();

  constructor(store: DatasetStore, clock: Clock) {
    this.store = store;
    this.#clock = clock;
  }

  async list(): Promise<DatasetRecord[]> {
    await this.#makeStories();
    return this.store.list();
  }

  /** null when there is no such recording. */
  async find(id: string): Promise<DatasetRecord | null> {
    if (STORIES.some((story) => story === id)) await this.#makeStories();
    return this.store.find(id);
  }

  /** All candles of a pair of a recording. */
  columns(id: string, symbol: string): Promise<KlineColumns> {
    const key = `${id}:${symbol}`;
    const known = this.#columns.get(key)?.deref();
    if (known !== undefined) return Promise.resolve(known);
    const reading = this.#reading.get(key) ?? this.#read(key, id, symbol);
    this.#reading.set(key, reading);
    return reading;
  }

  async #read(key: string, id: string, symbol: string): Promise<KlineColumns> {
    try {
      const columns = new KlineColumns(await this.store.read(id, symbol));
      this.#columns.set(key, new WeakRef(columns));
      return columns;
    } finally {
      this.#reading.delete(key);
    }
  }

  #makeStories(): Promise<void> {
    this.#stories ??= this.#makeMissing().catch((error: unknown) => {
      this.#stories = null;
      throw error;
    });
    return this.#stories;
  }

  async #makeMissing(): Promise<void> {
    for (const story of STORIES) {
      if ((await this.store.find(story)) !== null) continue;
      const pairs = storyPairs(story);
      await this.store.add({ id: story, story, provenance: 'generated', sha256: [], pairs }, this.#clock.now());
      await turn();
    }
  }
}
