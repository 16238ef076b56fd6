export { ScenarioFeed, type BaseFeed } from './scenario-feed.ts';
