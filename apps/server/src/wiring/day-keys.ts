import { DayKeys, isKeyVersion, type KeyVersion, LAST_DAY, type SyntheticSource } from '@plecho/synthetic';
import { nodePrimitives } from '@plecho/synthetic/node';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { PublishedKeys } from '../feeds/synthetic/published-keys.ts';
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
  const keys = new DayKeys(LAST_DAY, lastKey, nodePrimitives);
  if (keys.anchor !== anchor) throw new StorageError(`the keys of the market ${id} do not lead to its anchor`);
  return { keys, version: knownVersion(version) };
}

/** The published keys of the markets that have any. */
export class DayKeyBook {
  readonly #target: Installation;
  readonly #published = new Map<string, PublishedKeys>();
  /** By market, which never changes (rule M1): to find the keys of all days again takes a tenth of a second. */
  readonly #sources = new Map<string, SyntheticSource>();

  constructor(target: Installation) {
    this.#target = target;
  }

  /** Reads what a synthetic market is made from and begins to publish its keys. @throws StorageError @see sourceOf */
  async open(definition: MarketDefinition): Promise<SyntheticSource> {
    const known = this.#sources.get(definition.id);
    if (known !== undefined) return known;
    const source = await sourceOf(definition, this.#target);
    this.#sources.set(definition.id, source);
    if ('keys' in source) this.#published.set(definition.id, new PublishedKeys(source.keys));
    return source;
  }

  /** null for a market without keys. */
  get(marketId: string): PublishedKeys | null {
    return this.#published.get(marketId) ?? null;
  }
}
