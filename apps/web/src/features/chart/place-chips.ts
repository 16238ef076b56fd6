import { spreadLabels } from '@/lib/spread-labels.ts';
import type { LevelKind } from './levels.ts';

/** A label to be placed beside its line. */
export interface ChipSpot {
  key: string;
  column: number;
  /** Where the line is, pixels from the top; null when there is no price scale yet. */
  y: number | null;
}

export interface PlacedChip {
  key: string;
  y: number;
  /** The line itself lies above or below what is visible. */
  outside: 'above' | 'below' | null;
  /** From the label to its line, pixels; 0 when it is out of sight. */
  toLine: number;
}

/** Enough for a finger or an unsteady hand. */
export const CHIP_HEIGHT = 24;
/** From a label to the next. */
const STRIDE = CHIP_HEIGHT + 2;

/** Columns keep an entry's label clear of its own trigger and liquidation labels. */
const COLUMN: Record<LevelKind, number> = {
  ...{ entry: 0, order: 0 },
  ...{ takeProfit: 1, stopLoss: 1, trailing: 1, orderTakeProfit: 1, orderStopLoss: 1 },
  liquidation: 2,
};
/** Below this width, without the axis, liquidations stand among the triggers. Pixels. */
export const NARROW = 480;
/** Below this one all columns overlap, and every label keeps clear of every other. */
const TIGHT = 250;

/** Which labels a label keeps clear of. @param width without the axis */
export function columnOf(kind: LevelKind, width: number): number {
  if (width < TIGHT) return 0;
  return Math.min(COLUMN[kind], width < NARROW ? 1 : 2);
}

/** Those of a column that there is room for: what is farthest out of sight gives way first. */
function thatFit<T extends { y: number }>(spots: readonly T[], height: number, room: number): readonly T[] {
  const most = Math.max(1, Math.floor(room / STRIDE));
  if (spots.length <= most) return spots;
  const outBy = ({ y }: T): number => Math.max(-y, y - height, 0);
  const kept = new Set(spots.toSorted((a, b) => outBy(a) - outBy(b)).slice(0, most));
  return spots.filter((spot) => kept.has(spot));
}

/**
 * Places labels on their lines, those of lines outside at the edge, those of one column apart, as many as there is room for.
 * @param edges heights of what stands at the upper and the lower edge: neither covers the other
 */
export function placeChips(
  spots: readonly ChipSpot[],
  height: number,
  { top = 0, bottom = 0 }: { top?: number; bottom?: number } = {},
): PlacedChip[] {
  return [...new Set(spots.map((spot) => spot.column))].flatMap((column) => {
    const placeable = spots.filter(
      (spot): spot is ChipSpot & { y: number } => spot.column === column && spot.y !== null,
    );
    const room = height - top - bottom;
    const own = thatFit(placeable, height, room);
    const wanted = own.map((spot) => spot.y - top);
    const centres = spreadLabels(wanted, room, STRIDE);
    return own.map(({ key, y }, index): PlacedChip => {
      const centre = (centres[index] ?? y) + top;
      const outside = y < 0 ? 'above' : y > height ? 'below' : null;
      return { key, y: centre, outside, toLine: outside === null ? y - centre : 0 };
    });
  });
}
