import * as z from 'zod/mini';

export const STAGE_KINDS = ['static', 'schedule', 'spread', 'shock', 'volatility', 'outage'] as const;
export type StageKind = (typeof STAGE_KINDS)[number];

/** The number fields of all kinds of stages, under the names that they have in a recipe. */
export const numbers = {
  driftPercent: z.string(),
  stepMinPercent: z.string(),
  stepMaxPercent: z.string(),
  intervalSeconds: z.string(),
  percent: z.string(),
  dropPercent: z.string(),
  afterSeconds: z.string(),
  minutes: z.string(),
  recoveryMinutes: z.string(),
  factor: z.string(),
  seconds: z.string(),
};
export type NumberField = keyof typeof numbers;
