/** How long a resting order waits. */
export const EXPIRIES = ['none', 'hour', 'day', 'week'] as const;
export type Expiry = (typeof EXPIRIES)[number];

const EXPIRY_SECONDS: Record<Exclude<Expiry, 'none'>, number> = { hour: 3_600, day: 86_400, week: 7 * 86_400 };

/** When an order that is sent now ends, seconds of the market's clock; null for never. */
export const expiresAt = (expiry: Expiry, now: number): number | null =>
  expiry === 'none' ? null : now + EXPIRY_SECONDS[expiry];
