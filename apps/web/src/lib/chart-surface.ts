import { createContext, type ReactNode } from 'react';
import type { MarketTime } from './market-time.ts';

export interface SurfaceBar {
  /** Opening time, seconds by the market's clock. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
}

/** Colours of the theme as a canvas takes them. */
export interface SurfaceColors {
  background: string;
  text: string;
  up: string;
  down: string;
  order: string;
}

/** Draws between the candles and the crosshair; `size` is that of the plot, pixels. */
export type SurfacePainter = (context: CanvasRenderingContext2D, size: { width: number; height: number }) => void;

/** What may be drawn onto a chart by a feature beside it: its scales, without the library behind them. */
export interface ChartSurface {
  market: string;
  symbol: string;
  /** Seconds of a bar. */
  step: number;
  priceDecimals: number;
  time: MarketTime;
  colors: SurfaceColors;
  /** Takes the pointer; the plot lies in its upper left corner. */
  element: HTMLElement;
  bars: () => readonly SurfaceBar[];
  /** Pixels from the left, also of a time between two bars or beyond them; null while nothing is drawn. */
  xOf: (time: number) => number | null;
  timeAt: (x: number) => number | null;
  /** Pixels from the top; prices are floats here, for drawing only. */
  yOf: (price: number) => number | null;
  priceAt: (y: number) => number | null;
  /** Of the plot without its axes, pixels. */
  size: () => { width: number; height: number };
  /** Has it draw whenever the chart does, also into a picture of it. @returns what ends it */
  paint: (painter: SurfacePainter) => () => void;
  /** Has the chart drawn again. */
  redraw: () => void;
}

/** What stands over every chart below it; each is given its own surface. */
export const ChartOverlay = createContext<((surface: ChartSurface) => ReactNode) | null>(null);
