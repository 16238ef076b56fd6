export * from './liquidated-long.ts';
export * from './test-key.ts';
export * from './test-log.ts';
export * from './test-market.ts';
