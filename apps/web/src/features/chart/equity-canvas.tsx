import { useEffect, useRef } from 'react';
import {
  BaselineSeries,
  ColorType,
  createChart,
  LineSeries,
  LineStyle,
  type IChartApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { MarketTime } from '@/lib/market-time.ts';
import { readChartColors, type ChartColors } from './chart-colors.ts';
import { formatCrosshairTime, formatMark, zoneShift } from './chart-time.ts';
import type { CurvePoint } from './equity-curve.ts';

export interface EquityCanvasProps {
  /** In the order of their times, each time once. */
  points: readonly CurvePoint[];
  time: MarketTime;
  formatValue: (value: number) => string;
  /** Of the fall below the highest point before. */
  formatFall: (percent: number) => string;
}

/** Height of the curve over that of the falls. */
const CURVE_SHARE = 3;

function emptyChart(container: HTMLElement, colors: ChartColors, { time }: EquityCanvasProps): IChartApi {
  return createChart(container, {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: colors.background },
      textColor: colors.text,
      fontFamily: 'Inter Variable, Inter, system-ui, sans-serif',
      fontSize: 11,
      // Its logo widget injects a style element, which the Content Security Policy forbids.
      attributionLogo: false,
      panes: { separatorColor: colors.border, enableResize: false },
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    rightPriceScale: { borderColor: colors.border },
    timeScale: {
      ...{
        borderColor: colors.border,
        timeVisible: true,
        // Trades follow one another within a minute.
        secondsVisible: true,
        fixLeftEdge: true,
        fixRightEdge: true,
      },
      tickMarkFormatter: (at: Time, kind: number) => formatMark(at as number, kind, time.dayOne),
    },
    localization: {
      locale: 'ru-RU',
      timeFormatter: (at: Time) => formatCrosshairTime(at as number, '1m', time.dayOne),
    },
    // The whole of it is in sight: the wheel and the finger scroll the page.
    handleScroll: false,
    handleScale: false,
  });
}

const priceFormat = (formatter: (value: number) => string) => ({ type: 'custom' as const, formatter, minMove: 0.01 });

function draw(container: HTMLElement, props: EquityCanvasProps): IChartApi {
  const colors = readChartColors(container);
  const chart = emptyChart(container, colors, props);
  const shift = zoneShift('1m', props.time.dayOne, props.points.at(-1)?.time);
  const at = (seconds: number): UTCTimestamp => (seconds + shift) as UTCTimestamp;
  const line = chart.addSeries(LineSeries, {
    ...{ color: colors.order, lineWidth: 2, priceLineVisible: false, priceFormat: priceFormat(props.formatValue) },
  });
  line.setData(props.points.map((point) => ({ time: at(point.time), value: point.value })));
  line.createPriceLine({
    price: 0,
    color: colors.crosshair,
    lineWidth: 1,
    lineStyle: LineStyle.Dotted,
    axisLabelVisible: false,
  });
  const falls = chart.addSeries(
    BaselineSeries,
    {
      ...{
        baseValue: { type: 'price', price: 0 },
        lineWidth: 1,
        bottomLineColor: colors.down,
        topLineColor: colors.down,
      },
      ...{ bottomFillColor1: colors.downFaint, bottomFillColor2: colors.downFaint },
      ...{ priceLineVisible: false, lastValueVisible: false, priceFormat: priceFormat(props.formatFall) },
    },
    1,
  );
  falls.setData(props.points.map((point) => ({ time: at(point.time), value: -point.fall })));
  const [curve, below] = chart.panes();
  curve?.setStretchFactor(CURVE_SHARE);
  below?.setStretchFactor(1);
  // All of it stays in sight, whatever becomes of the window.
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());
  chart.timeScale().fitContent();
  return chart;
}

/** A curve of results, and below it how far it is from the highest point before. */
export default function EquityCanvas(props: EquityCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const { points, time, formatValue, formatFall } = props;
  useEffect(() => {
    if (container.current === null) return undefined;
    const chart = draw(container.current, { points, time, formatValue, formatFall });
    return () => chart.remove();
  }, [points, time, formatValue, formatFall]);
  return <div ref={container} aria-hidden className="absolute inset-0" />;
}
