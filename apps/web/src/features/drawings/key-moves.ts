import type { Price } from '@plecho/domain';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { snapToTick, tickOf } from '@/lib/tick.ts';
import { movePart, type Drawing, type Part } from './drawing.ts';

/** With Shift a key moves this many times as far. */
const FAR = 10;

/** What a pixel of the chart is worth, at least one tick. */
export function pixelPrice({ priceAt, priceDecimals, size }: ChartSurface): Price {
  const { height } = size();
  const [top, bottom] = [priceAt(0), priceAt(height)];
  const pixel = top === null || bottom === null || height === 0 ? 0 : Math.abs(top - bottom) / height;
  return snapToTick(pixel, priceDecimals) ?? tickOf(priceDecimals);
}

/** Bars and pixels of one press. */
const MOVES: Record<string, readonly [bars: number, pixels: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** A drawing after a press of an arrow key; null for any other key, and for one that is locked. */
export function movedByKey(
  drawing: Drawing,
  part: Part,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  surface: ChartSurface,
): Drawing | null {
  const move = MOVES[key];
  if (move === undefined || drawing.locked) return null;
  const times = shiftKey ? FAR : 1;
  const [bars, pixels] = move;
  const byPrice = BigInt(pixels * times) * pixelPrice(surface);
  return movePart(drawing, part, bars * times * surface.step, byPrice, tickOf(surface.priceDecimals));
}
