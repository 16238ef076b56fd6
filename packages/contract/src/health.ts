import { LEDGER_STATES } from '@plecho/domain';
import * as z from 'zod/mini';
import { marketId } from './common.ts';
import { marketStatus } from './markets.ts';

/** The process answers. */
export const health = z.strictObject({ ok: z.literal(true), version: z.string(), uptimeSeconds: z.int() });
export type Health = z.infer<typeof health>;

/** Of what the server works with: whether it answers. */
export const serviceState = z.enum(['ok', 'unavailable']);
export type ServiceState = z.infer<typeof serviceState>;
export const ledgerState = z.enum(LEDGER_STATES);

/** Whether the server should be given work, and what keeps it from it. */
export const readiness = z.strictObject({
  ready: z.boolean(),
  /** The server is stopping. */
  draining: z.boolean(),
  database: serviceState,
  ledger: ledgerState,
  /** Of one of several processes: whether it hears the others. */
  bus: z.optional(serviceState),
  /** Those that are answered for within two seconds. */
  markets: z.array(
    z.strictObject({
      market: marketId,
      status: marketStatus,
      halted: z.boolean(),
      /** Age of the newest price of any pair by the market's own clock; null before the first. */
      priceAgeMs: z.nullable(z.int()),
    }),
  ),
});
export type Readiness = z.infer<typeof readiness>;
