export * from './address.ts';
export * from './assets.ts';
export * from './congestion.ts';
export * from './networks.ts';
export * from './tariffs.ts';
export * from './transaction-hash.ts';
