import { usePersistentState } from '@/lib/storage.ts';

/** How a pair's prices are drawn. */
export const CHART_STYLES = ['candles', 'hollow', 'bars', 'line', 'heikinAshi'] as const;
export type ChartStyle = (typeof CHART_STYLES)[number];

/** How prices are spread over the height: evenly, by their ratio, or as a change since the first that is in sight. */
export const CHART_SCALES = ['normal', 'log', 'percent'] as const;
export type ChartScale = (typeof CHART_SCALES)[number];

export interface ChartView {
  style: ChartStyle;
  scale: ChartScale;
}

const FIRST_VIEW: ChartView = { style: 'candles', scale: 'normal' };

export const isChartView = (value: unknown): value is ChartView =>
  typeof value === 'object' &&
  value !== null &&
  CHART_STYLES.includes((value as ChartView).style) &&
  CHART_SCALES.includes((value as ChartView).scale);

/** How charts look on this device. */
export const useChartView = (): [ChartView, (view: ChartView) => void] =>
  usePersistentState('chart-view', FIRST_VIEW, isChartView);
