import { usePersistentState } from '@/lib/storage.ts';

/** Sizes of the panes around the chart, pixels. */
export interface Sizes {
  left: number;
  right: number;
  bottom: number;
}
export type Pane = keyof Sizes;

/** The least and the most of each: within them the chart keeps a place at 1366 × 768. */
export const LIMITS = { left: [220, 380], right: [280, 440], bottom: [96, 560] } as const;
export const FIRST_SIZES: Sizes = { left: 264, right: 312, bottom: 160 };
const PANES = ['left', 'right', 'bottom'] as const;

/** What was kept by another version, or by hand, is none unless it fits. */
export const isSizes = (value: unknown): value is Sizes =>
  typeof value === 'object' &&
  value !== null &&
  PANES.every((pane) => {
    const size: unknown = (value as Partial<Sizes>)[pane];
    return typeof size === 'number' && size >= LIMITS[pane][0] && size <= LIMITS[pane][1];
  });

/** How the panes stand, kept in this browser, and the way back. */
export function useLayout() {
  const [sizes, setSizes] = usePersistentState('layout', FIRST_SIZES, isSizes);
  return {
    sizes,
    resize: (pane: Pane, size: number) => setSizes({ ...sizes, [pane]: size }),
    isChanged: PANES.some((pane) => sizes[pane] !== FIRST_SIZES[pane]),
    reset: () => setSizes(FIRST_SIZES),
  };
}
