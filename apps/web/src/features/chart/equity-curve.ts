import { USDT_DECIMALS } from '@plecho/domain';
import { formatSignedMoney } from '@/lib/format.ts';

/** A point of a curve of results. */
export interface CurvePoint {
  /** Seconds by the market's clock. */
  time: number;
  /** What is drawn: percent, or an amount as a float. */
  value: number;
  /** Below the highest point before, percent; 0 to 100. */
  fall: number;
}

/** As results have it: decimals. */
interface ResultPoint {
  time: number;
  net: string;
  /** Percent since the start. */
  gained: string;
}

/**
 * What a chart can draw: floats, each time once, of which the last counts. A fall is that of the return, whatever is drawn.
 * @param measure which of the figures is drawn
 */
export function curvePoints(curve: readonly ResultPoint[], measure: 'gained' | 'net'): CurvePoint[] {
  const byTime = new Map<number, CurvePoint>();
  let peak = 100;
  for (const point of curve) {
    const index = 100 + Number(point.gained);
    peak = Math.max(peak, index);
    const fall = (1 - index / peak) * 100;
    // Of several closes in a second the deepest fall stays to be seen.
    const deepest = Math.max(fall, byTime.get(point.time)?.fall ?? 0);
    byTime.set(point.time, { time: point.time, value: Number(point[measure]), fall: deepest });
  }
  return [...byTime.values()].sort((a, b) => a.time - b.time);
}

/** An amount on the curve, from all its places: cut off like the figures above the curve, it is never a cent beside them. */
export const curveMoney = (value: number): string => formatSignedMoney(value.toFixed(USDT_DECIMALS));
