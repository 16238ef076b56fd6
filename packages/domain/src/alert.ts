import type { Price } from './decimal.ts';
import { divide } from './rounding.ts';

/**
 * What an alert waits for: the price to cross a level, to change by so much within a time, a candle to close beyond a level,
 * or the price to come close to the liquidation of a position.
 */
export const ALERT_KINDS = ['cross', 'change', 'close', 'liquidation'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** The way that a price comes. */
export const RING_DIRECTIONS = ['up', 'down'] as const;
export type RingDirection = (typeof RING_DIRECTIONS)[number];

/** The way of the price that is waited for. */
export const ALERT_DIRECTIONS = [...RING_DIRECTIONS, 'either'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** Times that a change is measured over, seconds: each pair keeps its extremes of each of them once, for whoever asks. */
export const ALERT_WINDOWS = [300, 900, 3_600, 14_400, 86_400] as const;
export type AlertWindow = (typeof ALERT_WINDOWS)[number];

/** Alerts that one person may have at a time, in all markets together. */
export const MAX_ALERTS = 100;
/** Rings of one person that are kept: the newest. */
export const MAX_RINGS = 1_000;
/** Bounds of the pause of an alert that rings again, seconds. */
export const ALERT_PAUSE = { min: 60, max: 604_800 } as const;
/** Bounds of the percentages of alerts, hundredths of a percent. */
export const ALERT_PERCENT = { min: 10, max: 9_000 } as const;

const WHOLE = 10_000n;

/** How far `price` lies above `from`, hundredths of a percent of `from`, rounded down; negative below it. */
export function changeOf(from: Price, price: Price): bigint {
  const change = price > from ? price - from : from - price;
  const part = divide(change * WHOLE, from, 'floor');
  return price >= from ? part : -part;
}

/**
 * The price that is `percent` (hundredths) of itself away from a liquidation price, on the position's side: no nearer, so
 * that whoever reaches it is at most so far away.
 * @param percent below 10,000
 */
export function nearLiquidation(side: 'long' | 'short', liquidation: Price, percent: number): Price {
  const part = BigInt(percent);
  return side === 'long'
    ? divide(liquidation * WHOLE, WHOLE - part, 'floor')
    : divide(liquidation * WHOLE, WHOLE + part, 'ceil');
}
