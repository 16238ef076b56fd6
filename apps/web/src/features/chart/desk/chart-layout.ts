import { INTERVALS, type Interval } from '@plecho/domain';
import { usePersistentState } from '@/lib/storage.ts';

export const MOST_CHARTS = 4;

/** One of several charts. Of the active one it is what it shows when another is chosen. */
export interface ChartCell {
  symbol: string;
  interval: Interval;
}

/** What all charts have in common. */
export const LINKS = ['symbol', 'interval', 'crosshair'] as const;
export type ChartLink = (typeof LINKS)[number];

export interface ChartLayout {
  /** 1 to {@link MOST_CHARTS}. */
  count: number;
  /** Place of the chart that the order form and the positions belong to. */
  active: number;
  /** By place; a place without one shows the pair of the active chart. */
  cells: readonly ChartCell[];
  links: Readonly<Record<ChartLink, boolean>>;
}

export const ONE_CHART: ChartLayout = {
  count: 1,
  active: 0,
  cells: [],
  links: { symbol: false, interval: false, crosshair: true },
};

const isCell = (value: unknown): value is ChartCell =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as ChartCell).symbol === 'string' &&
  INTERVALS.includes((value as ChartCell).interval);

/** Whether what a device kept is a layout. */
export function isChartLayout(value: unknown): value is ChartLayout {
  if (typeof value !== 'object' || value === null) return false;
  const { count, active, cells, links } = value as Partial<ChartLayout>;
  const isPlace = (place: unknown): place is number => Number.isInteger(place) && (place as number) >= 0;
  return (
    isPlace(count) &&
    count >= 1 &&
    count <= MOST_CHARTS &&
    isPlace(active) &&
    active < count &&
    Array.isArray(cells) &&
    cells.length <= MOST_CHARTS &&
    cells.every(isCell) &&
    typeof links === 'object' &&
    (links as unknown) !== null &&
    LINKS.every((link) => typeof links[link] === 'boolean')
  );
}

export const useChartLayout = (): [ChartLayout, (layout: ChartLayout) => void] =>
  usePersistentState('chart-layout', ONE_CHART, isChartLayout);

/** Offered first beside the pair that is chosen. */
const OTHERS: readonly Interval[] = ['5m', '1h', '1d'];

/**
 * What each chart shows.
 * @param chosen the pair and interval of the screen: of the active chart, and of all that are linked to it
 * @param symbols the market's pairs; a chart of another one shows the chosen pair. null while they are unknown
 */
export function cellsOf(layout: ChartLayout, chosen: ChartCell, symbols: ReadonlySet<string> | null): ChartCell[] {
  const { count, active, cells, links } = layout;
  return Array.from({ length: count }, (_, place): ChartCell => {
    if (place === active) return chosen;
    const own = cells[place] ?? { symbol: chosen.symbol, interval: OTHERS[(place + 2) % 3] ?? '1h' };
    const isThere = symbols === null || symbols.has(own.symbol);
    return {
      symbol: links.symbol || !isThere ? chosen.symbol : own.symbol,
      interval: links.interval ? chosen.interval : own.interval,
    };
  });
}

/** The layout with another number of charts; those that stay keep what they show. */
export function withCount(layout: ChartLayout, count: number, shown: readonly ChartCell[]): ChartLayout {
  return { ...layout, count, active: Math.min(layout.active, count - 1), cells: keptCells(layout, shown) };
}

/** The layout with what one chart shows changed. */
export const withCell = (
  layout: ChartLayout,
  place: number,
  cell: ChartCell,
  shown: readonly ChartCell[],
): ChartLayout => ({
  ...layout,
  cells: keptCells(
    layout,
    shown.map((each, n) => (n === place ? cell : each)),
  ),
});

/** The layout with another active chart; the one that was goes on showing what it shows. */
export const withActive = (layout: ChartLayout, active: number, shown: readonly ChartCell[]): ChartLayout => ({
  ...layout,
  active,
  cells: keptCells(layout, shown),
});

/** Those shown, and behind them those of places that are not shown now. */
const keptCells = ({ cells }: ChartLayout, shown: readonly ChartCell[]): ChartCell[] => [
  ...shown,
  ...cells.slice(shown.length),
];
