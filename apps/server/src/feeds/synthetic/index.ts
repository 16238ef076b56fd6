export { SYNTHETIC_PAIRS, type SyntheticPair } from './pairs.ts';
export { SyntheticFeed, type SyntheticFeedOptions, type SyntheticSource } from './synthetic-feed.ts';
