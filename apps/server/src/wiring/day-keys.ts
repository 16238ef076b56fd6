import type { MarketDefinition } from '../engine/market-definition.ts';
import { DayKeys, LAST_DAY } from '../feeds/synthetic/day-keys.ts';
import { isKeyVersion, type KeyVersion } from '../feeds/synthetic/key-randomness.ts';
import { PublishedKeys } from '../feeds/synthetic/published-keys.ts';
import type { SyntheticSource } from '../feeds/synthetic/synthetic-feed.ts';
import type { Installation } from '../storage/connection.ts';
import { StorageError } from '../storage/errors.ts';
import { readLastKey } from '../storage/market-key-store.ts';

/** @throws StorageError for a version of a later program */
export function knownVersion(version: unknown): KeyVersion {
  if (!isKeyVersion(version)) throw new StorageError(`this program has no version ${String(version)} of the generator`);
  return version;
}

/**
 * What the prices of a synthetic market are made from: its seed, which is public, or its keys, which are not.
 * @throws StorageError when the keys are not those that the market was published with, or its generator is not known
 */
export async function sourceOf({ id, parameters }: MarketDefinition, target: Installation): Promise<SyntheticSource> {
  const { seed, anchor, version } = parameters;
  if (anchor === undefined) return { seed: String(seed) };
  const lastKey = await readLastKey(target, id);
  if (lastKey === null) throw new StorageError(`the keys of the market ${id} are missing`);
  const keys = new DayKeys(LAST_DAY, lastKey);
  if (keys.anchor !== anchor) throw new StorageError(`the keys of the market ${id} do not lead to its anchor`);
  return { keys, version: knownVersion(version) };
}

/** The published keys of the markets that have any. */
export class DayKeyBook {
  readonly #target: Installation;
  readonly #published = new Map<string, PublishedKeys>();

  constructor(target: Installation) {
    this.#target = target;
  }

  /** Reads what a synthetic market is made from and begins to publish its keys. @throws StorageError @see sourceOf */
  async open(definition: MarketDefinition): Promise<SyntheticSource> {
    const source = await sourceOf(definition, this.#target);
    if ('keys' in source && !this.#published.has(definition.id)) {
      this.#published.set(definition.id, new PublishedKeys(source.keys));
    }
    return source;
  }

  /** null for a market without keys. */
  get(marketId: string): PublishedKeys | null {
    return this.#published.get(marketId) ?? null;
  }
}
