export { ScenarioFeed } from './scenario-feed.ts';
