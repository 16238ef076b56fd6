export { SYNTHETIC_PAIRS, type SyntheticPair } from './pairs.ts';
export { GENERATOR_VERSION, SyntheticFeed, type SyntheticFeedOptions } from './synthetic-feed.ts';
