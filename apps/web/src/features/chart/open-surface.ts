import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import type { ChartSurface, SurfacePainter } from '@/lib/chart-surface.ts';
import { timeOfX, xOfTime } from './time-axis.ts';

/** What the surface is of. */
type Facts = Pick<
  ChartSurface,
  'market' | 'symbol' | 'step' | 'priceDecimals' | 'time' | 'colors' | 'element' | 'bars'
>;

interface Drawn {
  chart: IChartApi;
  /** Has the price scale, whatever the chart looks like. */
  candles: ISeriesApi<'Candlestick'>;
  /** Seconds that are added to a bar's time for the library. */
  shift: number;
  /** The library's chart is removed, and may not be asked to draw. */
  isGone: () => boolean;
}

/** A part of the candles that draws what painters draw: above them, below the crosshair, and in a picture of the chart. */
function paintedPart(
  painters: ReadonlySet<SurfacePainter>,
  onAttached: (update: () => void) => void,
): ISeriesPrimitive<Time> {
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        for (const painter of painters) painter(context, mediaSize);
      }),
  };
  const views = [{ renderer: () => renderer }];
  return { attached: ({ requestUpdate }) => onAttached(requestUpdate), paneViews: () => views };
}

/** Opens a chart to what is drawn onto it from outside. */
export function openSurface(facts: Facts, { chart, candles, shift, isGone }: Drawn): ChartSurface {
  const painters = new Set<SurfacePainter>();
  let update = (): void => undefined;
  candles.attachPrimitive(
    paintedPart(painters, (requestUpdate) => {
      update = requestUpdate;
    }),
  );
  const redraw = (): void => {
    if (!isGone()) update();
  };
  const scale = chart.timeScale();
  const axis = () => ({
    bars: facts.bars(),
    step: facts.step,
    spacing: scale.options().barSpacing,
    xOfBar: (time: number) => scale.timeToCoordinate((time + shift) as UTCTimestamp),
  });
  return {
    ...facts,
    xOf: (time) => xOfTime(axis(), time),
    timeAt: (x) => timeOfX(axis(), x),
    yOf: (price) => candles.priceToCoordinate(price),
    priceAt: (y) => candles.coordinateToPrice(y),
    size: () => ({ width: scale.width(), height: chart.paneSize().height }),
    paint: (painter) => {
      painters.add(painter);
      redraw();
      return () => {
        painters.delete(painter);
        redraw();
      };
    },
    redraw,
  };
}
