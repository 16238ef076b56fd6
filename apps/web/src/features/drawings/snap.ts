import type { Price } from '@plecho/domain';
import type { SurfaceBar } from '@/lib/chart-surface.ts';
import { snapToTick } from '@/lib/tick.ts';
import type { Anchor } from './drawing.ts';
import type { Point } from './geometry.ts';

/** What a point is snapped by. */
export interface SnapView {
  step: number;
  priceDecimals: number;
  bars: () => readonly SurfaceBar[];
  timeAt: (x: number) => number | null;
  priceAt: (y: number) => number | null;
  yOf: (price: number) => number | null;
}

/** How near a candle's price has to be for the magnet, pixels. */
const MAGNET_REACH = 16;

/** The opening time of the nearest bar, also where there is none yet. @param first the opening time of a known bar */
export const nearestBar = (time: number, first: number, step: number): number =>
  first + Math.round((time - first) / step) * step;

/** The price of the bar at `time` that is nearest to `y`, if any is near. */
function magnetPrice(view: SnapView, time: number, y: number): Price | null {
  const bar = view.bars().findLast((candidate) => candidate.time === time);
  if (bar === undefined) return null;
  const [nearest] = [bar.open, bar.high, bar.low, bar.close]
    .flatMap((price) => {
      const own = view.yOf(price);
      return own === null ? [] : [{ price, away: Math.abs(own - y) }];
    })
    .sort((a, b) => a.away - b.away);
  if (nearest === undefined || nearest.away > MAGNET_REACH) return null;
  return snapToTick(nearest.price, view.priceDecimals);
}

/** What is at a point of the chart: a bar's opening time and a price of the tick. null outside of the scales. */
export function anchorAt({ x, y }: Point, view: SnapView, magnet: boolean): Anchor | null {
  const [time, value] = [view.timeAt(x), view.priceAt(y)];
  const first = view.bars()[0]?.time;
  if (time === null || value === null || first === undefined) return null;
  const bar = nearestBar(time, first, view.step);
  const price = (magnet ? magnetPrice(view, bar, y) : null) ?? snapToTick(value, view.priceDecimals);
  return price === null || bar < 0 ? null : { time: bar, price };
}
