import type { DayKeys } from './day-keys.ts';
import { KeyRandomness, type KeyVersion } from './key-randomness.ts';
import { SeedRandomness } from './seed-randomness.ts';

/**
 * The random numbers of one market. Each stream is a function of what it is for and of nothing else, so any
 * day can be made without the ones before.
 */
export type Randomness = SeedRandomness | KeyRandomness;

/** What the prices are made from; the same gives the same prices for ever. */
export type SyntheticSource =
  | {
      /** Any text, public. */
      seed: string;
    }
  | { keys: DayKeys; version: KeyVersion };

export const randomnessOf = (source: SyntheticSource): Randomness =>
  'seed' in source ? new SeedRandomness(source.seed) : new KeyRandomness(source.keys, source.version);
