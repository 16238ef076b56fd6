export * from './auditor/auditor.ts';
export * from './auditor/formulas.ts';
export * from './auditor/log-audit.ts';
export type * from './auditor/observations.ts';
export * from './counted-ids.ts';
export * from './fake-clock.ts';
export * from './random.ts';
export * from './rational.ts';
export * from './workload.ts';
