export { ScenarioFeed, type BaseFeed } from './scenario-feed.ts';
export type { StartPriceStore } from './start-prices.ts';
