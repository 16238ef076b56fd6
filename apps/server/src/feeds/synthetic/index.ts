export { SYNTHETIC_PAIRS, type SyntheticPair } from './pairs.ts';
export { SyntheticFeed, type SyntheticFeedOptions } from './synthetic-feed.ts';
