/** How long a resting order waits, where it is said as a duration. */
export const EXPIRIES = ['none', 'hour', 'day', 'week'] as const;
/** A number is a moment: seconds by the market's clock. */
export type Expiry = (typeof EXPIRIES)[number] | number;

const HOUR = 3_600;
const EXPIRY_SECONDS = { hour: HOUR, day: 86_400, week: 7 * 86_400 };

/** When an order that is sent now ends, seconds of the market's clock; null for never. */
export function expiresAt(expiry: Expiry, now: number): number | null {
  if (typeof expiry === 'number') return expiry;
  return expiry === 'none' ? null : now + EXPIRY_SECONDS[expiry];
}

/** The moment that is offered first to somebody who wants to say one: the whole hour after the next. */
export const offeredMoment = (now: number): number => (Math.floor(now / HOUR) + 2) * HOUR;
