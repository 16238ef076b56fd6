export { KlineColumns, type RecordedCandles } from './kline-columns.ts';
export { KlineFileError, type KlineLimits } from './kline-lines.ts';
export { symbolOfFile, type KlineIssue } from './kline-file.ts';
export { type KlineSeries, readKlineSeries, recordedPairs } from './kline-series.ts';
export { datelessTitle, recordingTitle, replayTitle } from './replay-title.ts';
export type { KlineSource } from './kline-source.ts';
export { MAX_SPEED, MIN_SPEED, ReplayFeed, type ReplayOptions } from './replay-feed.ts';
export type { Track } from './tick-queue.ts';
export { STORIES, storyPairs } from './stories.ts';
