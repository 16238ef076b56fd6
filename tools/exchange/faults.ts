import * as z from 'zod';

const percent = z.number().min(0).max(100);
const ms = z.number().int().min(-86_400_000).max(86_400_000);

const form = z.strictObject({
  /** Every message and answer comes so much later, ms. */
  latencyMs: ms.min(0),
  /** Share of stream messages that are lost, said twice, swapped with the next one, or turned into nonsense. */
  drop: percent,
  duplicate: percent,
  reorder: percent,
  garbage: percent,
  /** Every request is refused with it. */
  status: z.nullable(z.union([z.literal(403), z.literal(418), z.literal(429), z.literal(451)])),
  /** Seconds, said with 418 and 429. */
  retryAfter: z.number().int().min(0).max(3_600),
  /** Streams say nothing more, pings included; the connections stand. */
  frozen: z.boolean(),
  /** Nothing is read and nothing is written any more, on old and new connections. */
  halfOpen: z.boolean(),
  /** Connections are cut, and none is accepted. */
  offline: z.boolean(),
  /** The exchange's clock is so much ahead of the machine's, ms. */
  skewMs: ms,
  /** Symbols that can't be traded any more. */
  delisted: z.array(z.string().max(20)).max(200),
  /** Decimals of tick sizes that are not those of the data, by symbol. */
  decimals: z.record(z.string().max(20), z.number().int().min(0).max(8)),
});

/** What is to be switched. */
export const faultsSchema = form.partial();

/** What is wrong with the stand-in; nothing at first. */
export type Faults = z.infer<typeof form>;

export const NO_FAULTS: Faults = {
  ...{ latencyMs: 0, drop: 0, duplicate: 0, reorder: 0, garbage: 0, status: null, retryAfter: 5 },
  ...{ frozen: false, halfOpen: false, offline: false, skewMs: 0, delisted: [], decimals: {} },
};
