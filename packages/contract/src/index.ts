export * from './auth.ts';
export * from './common.ts';
export * from './errors.ts';
export * from './health.ts';
export * from './markets.ts';
export * from './stream.ts';
export * from './stream-keys.ts';
export * from './trading.ts';
