import { spreadLabels } from '@/lib/spread-labels.ts';

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

/**
 * Places labels on their lines, those of lines outside at the edge, those of one column apart.
 * @param edges heights of what stands at the upper and the lower edge: neither covers the other
 */
export function placeChips(
  spots: readonly ChipSpot[],
  height: number,
  { top = 0, bottom = 0 }: { top?: number; bottom?: number } = {},
): PlacedChip[] {
  return [...new Set(spots.map((spot) => spot.column))].flatMap((column) => {
    const own = spots.filter((spot): spot is ChipSpot & { y: number } => spot.column === column && spot.y !== null);
    const centres = spreadLabels(
      own.map((spot) => spot.y - top),
      height - top - bottom,
      CHIP_HEIGHT + 2,
    );
    return own.map(({ key, y }, index): PlacedChip => {
      const centre = (centres[index] ?? y) + top;
      const outside = y < 0 ? 'above' : y > height ? 'below' : null;
      return { key, y: centre, outside, toLine: outside === null ? y - centre : 0 };
    });
  });
}
