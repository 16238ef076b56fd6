export { KlineFileError } from './kline-lines.ts';
export type { KlineIssue } from './kline-file.ts';
export { type KlineSeries, readKlineSeries } from './kline-series.ts';
export { replayTitle } from './replay-title.ts';
export type { KlineSource } from './kline-source.ts';
export { MAX_SPEED, MIN_SPEED, ReplayFeed, type ReplayOptions } from './replay-feed.ts';
