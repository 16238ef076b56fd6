export * from './account-log.ts';
export * from './admin.ts';
export * from './auth.ts';
export * from './common.ts';
export * from './endpoints/endpoint.ts';
export * from './errors.ts';
export * from './health.ts';
export * from './markets.ts';
export * from './payments.ts';
export * from './replays.ts';
export * from './request-errors.ts';
export * from './recipe.ts';
export * from './scenarios.ts';
export * from './stream.ts';
export * from './stream-keys.ts';
export * from './trading.ts';
/** Every endpoint, by resource. */
export * as api from './endpoints/index.ts';
