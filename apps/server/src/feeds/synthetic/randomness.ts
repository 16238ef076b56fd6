import type { KeyRandomness } from './key-randomness.ts';
import type { SeedRandomness } from './seed-randomness.ts';

/**
 * The random numbers of one market. Each stream is a function of what it is for and of nothing else, so any
 * day can be made without the ones before.
 */
export type Randomness = SeedRandomness | KeyRandomness;
