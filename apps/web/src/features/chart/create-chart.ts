import {
  CandlestickSeries,
  ColorType,
  createChart,
  createTextWatermark,
  CrosshairMode,
  HistogramSeries,
  LineStyle,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Interval } from '@plecho/domain';
import { formatPercent } from '@/lib/format.ts';
import type { MarketTime } from '@/lib/market-time.ts';
import type { Bar } from './candle-book.ts';
import { readChartColors, type ChartColors } from './chart-colors.ts';
import { formatCrosshairTime, formatMark } from './chart-time.ts';

export interface PriceChartParts {
  chart: IChartApi;
  candles: ISeriesApi<'Candlestick'>;
  volume: ISeriesApi<'Histogram'>;
  colors: ChartColors;
}

export interface PriceChartSetup {
  interval: Interval;
  /** How the times of the market are written. */
  time: MarketTime;
  formatPrice: (value: number) => string;
  /** Size of one price step, 10^-decimals. */
  minMove: number;
  /** Lines of the watermark: the market's label first (rule C2). */
  watermark: string[];
}

/** Bars of room to the right of the newest one. */
export const RIGHT_OFFSET = 8;

const FONT = 'Inter Variable, Inter, system-ui, sans-serif';

/** Of the chart's width: beside it are the prices. */
const WATERMARK_SHARE = 0.75;
/** The market's label has to be read, also where a chart was made before it had its width (rule C2). */
const SMALLEST_WATERMARK = 10;

/** Of a line of the watermark, px. The first is the market's label; each is smaller where the whole of it would not fit. */
function watermarkSize(text: string, width: number, line: number): number {
  const size = (width < 480 ? [18, 12] : [28, 15])[line] ?? 12;
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return size;
  pen.font = `${size}px ${FONT}`;
  const fitting = Math.floor((size * width * WATERMARK_SHARE) / pen.measureText(text).width);
  return Math.max(SMALLEST_WATERMARK, Math.min(size, fitting));
}

function addSeries(chart: IChartApi, colors: ChartColors): Pick<PriceChartParts, 'candles' | 'volume'> {
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  const candles = chart.addSeries(CandlestickSeries, {
    upColor: colors.up,
    downColor: colors.down,
    borderVisible: false,
    wickUpColor: colors.up,
    wickDownColor: colors.down,
    priceLineStyle: LineStyle.Dotted,
    baseLineColor: colors.border,
  });
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.2 } });
  return { volume, candles };
}

/** «+1,82 %»; nothing of what the library asks for while nothing is in sight. */
const writePercent = (percent: number): string =>
  Number.isFinite(percent) ? formatPercent(BigInt(Math.round(percent * 100))) : '';

/** Builds the empty chart inside `container`; it follows the container's size. */
export function createPriceChart(container: HTMLElement, setup: PriceChartSetup): PriceChartParts {
  const { interval } = setup;
  const colors = readChartColors(container);
  // Asked of the chart's new elements, it would cost a layout.
  const width = container.clientWidth;
  const chart = createChart(container, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colors.background },
      textColor: colors.text,
      fontFamily: FONT,
      fontSize: 11,
      // Its logo widget injects a style element, which the Content Security Policy forbids; the
      // attribution stands in our own markup instead.
      attributionLogo: false,
      panes: { separatorColor: colors.border, separatorHoverColor: colors.grid },
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { color: colors.crosshair, labelBackgroundColor: colors.border },
      horzLine: { color: colors.crosshair, labelBackgroundColor: colors.border },
    },
    // A price that the edge would cut is left out.
    rightPriceScale: { borderColor: colors.border, entireTextOnly: true },
    timeScale: {
      borderColor: colors.border,
      timeVisible: interval !== '1d',
      secondsVisible: false,
      rightOffset: RIGHT_OFFSET,
      barSpacing: 7,
      tickMarkFormatter: (time: Time, kind: number) => formatMark(time as number, kind, setup.time.dayOne),
    },
    localization: {
      locale: 'ru-RU',
      percentageFormatter: writePercent,
      timeFormatter: (time: Time) => formatCrosshairTime(time as number, interval, setup.time.dayOne),
    },
    handleScroll: { vertTouchDrag: false },
  });
  const pane = chart.panes()[0];
  if (pane !== undefined) {
    createTextWatermark(pane, {
      horzAlign: 'center',
      vertAlign: 'center',
      lines: setup.watermark.map((text, index) => ({
        text,
        color: colors.watermark,
        fontSize: watermarkSize(text, width, index),
        fontFamily: FONT,
      })),
    });
  }
  return { chart, colors, ...addSeries(chart, colors) };
}

/** Bars in the library's form, shifted into the viewer's zone. */
export function toSeriesData(bars: readonly Bar[], shift: number, colors: ChartColors) {
  return {
    candles: bars.map(({ time, open, high, low, close }) => ({
      time: (time + shift) as UTCTimestamp,
      open,
      high,
      low,
      close,
    })),
    volume: bars.map((bar) => ({
      time: (bar.time + shift) as UTCTimestamp,
      value: bar.volume,
      color: bar.close >= bar.open ? colors.upFaint : colors.downFaint,
    })),
  };
}
