import { ALERT_DIRECTIONS, ALERT_KINDS, ALERT_PAUSE, ALERT_WINDOWS, RING_DIRECTIONS } from '@plecho/domain';
import * as z from 'zod/mini';
import { id, interval, marketId, pageLimit, percent, price, seconds, symbol } from './common.ts';

const direction = z.enum(ALERT_DIRECTIONS);
const window = z.literal(ALERT_WINDOWS);

const rhythm = {
  /** Seconds of the market's clock before it may ring again; null: it rings once. */
  pause: z.nullable(z.int().check(z.gte(ALERT_PAUSE.min), z.lte(ALERT_PAUSE.max))),
  /** From then on it is forgotten; null: it stays until it rings. */
  expiresAt: z.nullable(seconds),
};

/** An alert has numbers and no words: what it says is made from them. */
export const newAlert = z.discriminatedUnion('kind', [
  /** The price reaches the level, from where it is now. */
  z.strictObject({ kind: z.literal('cross'), symbol, level: price, ...rhythm }),
  /** The price is at least so much above the lowest, or below the highest, of the time before (seconds). */
  z.strictObject({ kind: z.literal('change'), symbol, percent, window, direction, ...rhythm }),
  /** A candle closes at the level or above it (`up`), or below it (`down`). */
  z.strictObject({
    ...{ kind: z.literal('close'), symbol, interval, level: price },
    ...{ direction: z.enum(RING_DIRECTIONS), ...rhythm },
  }),
  /** The price comes nearer to the liquidation of an open position than so many percent of itself. */
  z.strictObject({ kind: z.literal('liquidation'), position: id, percent, ...rhythm }),
]);
export type NewAlert = z.infer<typeof newAlert>;

/** What an alert waits for; a field that its kind does not have is null. */
const terms = {
  market: marketId,
  label: z.string(),
  kind: z.enum(ALERT_KINDS),
  symbol,
  direction,
  level: z.nullable(price),
  percent: z.nullable(percent),
  window: z.nullable(z.int()),
  interval: z.nullable(interval),
  position: z.nullable(id),
};

export const alert = z.strictObject({
  id,
  ...terms,
  pause: z.nullable(z.int()),
  expiresAt: z.nullable(seconds),
  createdAt: seconds,
  /** How often it has rung. */
  rings: z.int(),
  /** It does not ring before; null when it is awake. */
  restsUntil: z.nullable(seconds),
});
export type Alert = z.infer<typeof alert>;
export const alertList = z.strictObject({
  items: z.array(alert),
  /** How many one person may have. */
  limit: z.int(),
});
export type AlertList = z.infer<typeof alertList>;

/** What an alert did. */
export const ring = z.strictObject({
  id,
  alert: id,
  ...terms,
  /** The price that it rang at. */
  price,
  /** Milliseconds by the market's own clock. */
  at: z.int(),
  /** Of a change: by how much. */
  change: z.nullable(percent),
  seen: z.boolean(),
});
export type Ring = z.infer<typeof ring>;
export const ringQuery = z.strictObject({
  cursor: z.optional(id),
  limit: pageLimit,
});
export const ringList = z.strictObject({ items: z.array(ring), nextCursor: z.nullable(id) });
export type RingList = z.infer<typeof ringList>;

/** Everything up to this ring has been seen. */
export const seenRings = z.strictObject({ upTo: id });

/** The newest rings, whole in every message: each is a snapshot. */
export const alertsData = z.strictObject({
  /** Newest first, at most 20. */
  rings: z.array(ring),
  /** Rings that the person has not looked at. */
  unseen: z.int(),
  /** How many alerts wait. */
  waiting: z.int(),
});
export type AlertsData = z.infer<typeof alertsData>;
