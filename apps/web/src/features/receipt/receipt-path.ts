import type { Candle, Trade } from '@plecho/contract';
import { INTERVAL_SECONDS, parsePrice, type Interval, type Price } from '@plecho/domain';

/** Candles on the receipt's chart at most; a life that needs more gets a longer interval. */
const MAX_CANDLES = 120;
/** Share of the position's life that is shown before its entry and after its exit. */
const MARGIN_SHARE = 0.25;
const MIN_CANDLES_BEFORE = 20;
const MIN_CANDLES_AFTER = 6;

export interface ReceiptWindow {
  interval: Interval;
  /** Seconds, multiples of the interval. */
  from: number;
  to: number;
  limit: number;
}

/** The interval and span that show a trade's life with some room on both sides. */
export function receiptWindow(openTime: number, closeTime: number): ReceiptWindow {
  const life = Math.max(closeTime - openTime, 1);
  const intervals = Object.keys(INTERVAL_SECONDS) as Interval[];
  const fits = (interval: Interval): boolean =>
    life / INTERVAL_SECONDS[interval] <= MAX_CANDLES / (1 + 2 * MARGIN_SHARE);
  const interval = intervals.find(fits) ?? '1d';
  const step = INTERVAL_SECONDS[interval];
  const room = Math.ceil((life * MARGIN_SHARE) / step);
  const from = (Math.floor(openTime / step) - Math.max(room, MIN_CANDLES_BEFORE)) * step;
  const to = (Math.ceil(closeTime / step) + Math.max(room, MIN_CANDLES_AFTER)) * step;
  return { interval, from, to, limit: Math.min((to - from) / step + 1, 1000) };
}

/** A price and when it was, seconds. */
export interface PathPoint {
  /** null when only the price is known. */
  time: number | null;
  price: Price;
}

export interface Extremes {
  /** Best and worst price for the position between entry and exit. */
  best: PathPoint;
  worst: PathPoint;
  /** Every tick; ticks and whole candles as the server kept them; or the candles that are drawn. */
  source: 'ticks' | 'candles' | 'drawn';
}

/** What the trade itself carries, drawn at the first candle of its life that shows it; null when it carries nothing. */
function recordedExtremes(trade: Trade, candles: readonly Candle[], interval: Interval): Extremes | null {
  const best = trade.bestPrice === null ? null : parsePrice(trade.bestPrice);
  const worst = trade.worstPrice === null ? null : parsePrice(trade.worstPrice);
  if (best === null || worst === null || trade.path === null) return null;
  const step = INTERVAL_SECONDS[interval];
  const lived = candles.filter(({ time }) => time + step > trade.openTime && time <= trade.closeTime);
  const pointOf = (price: Price): PathPoint => {
    const end = [trade.entryRecord, trade.exitRecord].find((record) => parsePrice(record.price) === price);
    if (end !== undefined) return { time: end.time / 1000, price };
    const shown = lived.find(({ high, low }) => parsePrice(high) === price || parsePrice(low) === price);
    const middle = shown === undefined ? null : shown.time + step / 2;
    return { time: middle === null ? null : Math.min(Math.max(middle, trade.openTime), trade.closeTime), price };
  };
  return { best: pointOf(best), worst: pointOf(worst), source: trade.path };
}

/**
 * Best and worst price of a position's life: those that the trade carries, which knows every tick of it. For a trade
 * that carries none, only candles that lie wholly inside its life count: the ones it began and ended in also contain
 * prices it never met.
 */
export function lifeExtremes(trade: Trade, candles: readonly Candle[], interval: Interval): Extremes | null {
  const recorded = recordedExtremes(trade, candles, interval);
  if (recorded !== null) return recorded;
  const entry = parsePrice(trade.entryPrice);
  const exit = parsePrice(trade.exitPrice);
  if (entry === null || exit === null) return null;
  const step = INTERVAL_SECONDS[interval];
  const points: PathPoint[] = [
    { time: trade.entryRecord.time / 1000, price: entry },
    { time: trade.exitRecord.time / 1000, price: exit },
  ];
  for (const candle of candles) {
    if (candle.time < trade.openTime || candle.time + step > trade.closeTime) continue;
    const high = parsePrice(candle.high);
    const low = parsePrice(candle.low);
    if (high !== null) points.push({ time: candle.time + step / 2, price: high });
    if (low !== null) points.push({ time: candle.time + step / 2, price: low });
  }
  const highest = points.reduce((a, b) => (b.price > a.price ? b : a));
  const lowest = points.reduce((a, b) => (b.price < a.price ? b : a));
  const [best, worst] = trade.type === 'long' ? [highest, lowest] : [lowest, highest];
  return { best, worst, source: 'drawn' };
}
