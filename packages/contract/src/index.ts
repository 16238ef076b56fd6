export * from './auth.ts';
export * from './common.ts';
export * from './errors.ts';
export * from './markets.ts';
export * from './stream.ts';
export * from './trading.ts';
