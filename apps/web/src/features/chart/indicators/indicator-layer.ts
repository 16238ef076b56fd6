import {
  HistogramSeries,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts';
import { INTERVAL_SECONDS } from '@plecho/domain';
import { Emitter } from '@/lib/emitter.ts';
import type { Bar } from '../candle-book.ts';
import type { FeedState } from '../candle-feed.ts';
import type { ChartController } from '../chart-controller.ts';
import { inTasks } from '../in-tasks.ts';
import { DAY, type Values } from './calculators.ts';
import { INDICATORS, type Indicator } from './catalog.ts';
import { IndicatorRun } from './indicator-run.ts';
import { PriceLineView, type PriceLineOptions, type PriceLinePoint } from './price-line-view.ts';

type PriceLine = ISeriesApi<
  'Custom',
  Time,
  PriceLinePoint | WhitespaceData<Time>,
  PriceLineOptions,
  Partial<PriceLineOptions>
>;
type Plot = ISeriesApi<'Line'> | ISeriesApi<'Histogram'> | PriceLine;

/** An indicator on the chart. */
interface Drawn {
  indicator: Indicator;
  plots: readonly Plot[];
  run: IndicatorRun;
  /** All bars have been calculated; from then on those that change. */
  isLive: boolean;
}

/** Prices take three times the height of each pane below them. */
const PRICE_SHARE = 3;
/** That are given out at once. */
const MOST_CANDLES = 1_000;

const keyOf = ({ id, kind, parameters }: Indicator): string => [id, kind, ...parameters].join(':');

/** Draws indicators into a chart and keeps them in step with its candles. */
export class IndicatorLayer {
  readonly #controller: ChartController;
  readonly #formatOf: (indicator: Indicator) => (value: number) => string;
  readonly #stopListening: () => void;
  readonly #drawn = new Map<string, Drawn>();
  /** Values that had not been calculated are there, or panes are other ones. */
  readonly changed = new Emitter();
  #version = 0;
  #callOff: (() => void) | null = null;

  /** @param formatOf writes an indicator's values at the axis of its pane */
  constructor(controller: ChartController, formatOf: (indicator: Indicator) => (value: number) => string) {
    this.#controller = controller;
    this.#formatOf = formatOf;
    this.#stopListening = controller.feed.listen(() => this.#follow(controller.feed.state()));
  }

  /** Takes everything off the chart, unless the chart itself is gone. */
  stop(): void {
    this.#stopListening();
    if (!this.#controller.isStopped) this.set([]);
    this.#callOff?.();
  }

  /** Draws these indicators and no others. One that was there with the same parameters isn't calculated again. */
  set(indicators: readonly Indicator[]): void {
    const wanted = new Map(indicators.map((indicator) => [keyOf(indicator), indicator]));
    for (const [key, drawn] of this.#drawn) {
      if (wanted.has(key)) continue;
      for (const plot of drawn.plots) this.#controller.parts.chart.removeSeries(plot);
      this.#drawn.delete(key);
    }
    for (const [key, indicator] of wanted) {
      const drawn = this.#drawn.get(key);
      if (drawn === undefined) this.#drawn.set(key, this.#begin(indicator));
      else if (drawn.indicator.color !== indicator.color) this.#paint(drawn, indicator);
    }
    this.#controller.parts.chart.panes()[0]?.setStretchFactor(PRICE_SHARE);
    this.#work();
    this.#tell();
  }

  /** Another number after each change. */
  get version(): number {
    return this.#version;
  }

  /** Values of an indicator at the bar that opened at `time`, seconds; null while it has none there. */
  valuesAt(indicator: Indicator, time: number): Values | null {
    const drawn = this.#drawn.get(keyOf(indicator));
    return drawn?.isLive === true ? drawn.run.at(time) : null;
  }

  /** Upper edge of the pane that an indicator is in, pixels from the top of the chart; 0 for that of the prices. */
  topOf(indicator: Indicator): number {
    if (this.#controller.isStopped) return 0;
    const pane = this.#drawn.get(keyOf(indicator))?.plots[0]?.getPane().paneIndex() ?? 0;
    // Between two panes there is a line of one pixel.
    const above = this.#controller.parts.chart.panes().slice(0, pane);
    return above.reduce((top, each) => top + each.getHeight() + 1, 0);
  }

  #begin(indicator: Indicator): Drawn {
    return { indicator, plots: this.#addPlots(indicator), run: this.#newRun(indicator), isLive: false };
  }

  #newRun(indicator: Indicator): IndicatorRun {
    return new IndicatorRun(indicator, this.#controller.feed.state().complete);
  }

  #addPlots(indicator: Indicator): Plot[] {
    const { chart, colors } = this.#controller.parts;
    const { place, plots, guides } = INDICATORS[indicator.kind];
    const pane = place === 'own' ? chart.panes().length : 0;
    const color = colors.lines[indicator.color] ?? colors.text;
    const formatter = this.#formatOf(indicator);
    const common = {
      ...{ priceLineVisible: false, lastValueVisible: place === 'own', crosshairMarkerVisible: false },
      ...(place === 'volume' ? { priceScaleId: 'volume' } : {}),
      // The prices' own numbers are written by the candles that they hang on.
      ...(place === 'own' ? { priceFormat: { type: 'custom', formatter, minMove: 1e-8 } as const } : {}),
    };
    const series = plots.map(({ kind }): Plot => {
      if (kind === 'histogram') return chart.addSeries(HistogramSeries, { ...common, lastValueVisible: false }, pane);
      const dashed = kind === 'faint';
      if (place === 'price')
        return chart.addCustomSeries<PriceLinePoint, PriceLineOptions, Partial<PriceLineOptions>>(
          new PriceLineView(),
          { ...common, color, dashed, baseLineVisible: false },
          pane,
        );
      const look = dashed ? { lineStyle: LineStyle.Dashed, lastValueVisible: false } : {};
      return chart.addSeries(LineSeries, { ...common, color, lineWidth: 1, ...look }, pane);
    });
    // A new pane takes over the scale of the prices, which may be logarithmic or in percent.
    if (place === 'own') series[0]?.priceScale().applyOptions({ mode: PriceScaleMode.Normal });
    for (const price of guides) {
      const line = { price, color: colors.border, lineWidth: 1, lineStyle: LineStyle.Dashed } as const;
      series.at(-1)?.createPriceLine({ ...line, axisLabelVisible: false, title: '' });
    }
    return series;
  }

  #paint(drawn: Drawn, indicator: Indicator): void {
    const { colors } = this.#controller.parts;
    const color = colors.lines[indicator.color] ?? colors.text;
    drawn.indicator = indicator;
    for (const [n, { kind }] of INDICATORS[indicator.kind].plots.entries()) {
      if (kind !== 'histogram') drawn.plots[n]?.applyOptions({ color });
    }
  }

  /** Calculates what has not been, a slice in a task of its own. */
  #work(): void {
    this.#callOff?.();
    const next = [...this.#drawn.values()].find(({ isLive }) => !isLive);
    this.#callOff = next === undefined ? null : inTasks([() => this.#advance(next)]);
  }

  #advance(drawn: Drawn): void {
    if (drawn.run.advance(this.#controller.feed.state().bars)) {
      drawn.isLive = true;
      this.#draw(drawn);
      this.#tell();
      if (drawn.indicator.kind === 'vwap') this.#reachDay();
    }
    this.#work();
  }

  /** Has the candles of the newest day loaded from its beginning on: at most those of a day. A failure is not tried again. */
  #reachDay(): void {
    const { feed, interval } = this.#controller;
    const { bars } = feed.state();
    const [first, last] = [bars[0]?.time ?? 0, bars.at(-1)?.time ?? 0];
    const missing = Math.ceil((first - (last - (last % DAY))) / INTERVAL_SECONDS[interval]);
    if (missing > 0) void feed.loadOlder(Math.min(missing, MOST_CANDLES));
  }

  #tell(): void {
    this.#version += 1;
    this.changed.emit();
  }

  #follow(state: FeedState): void {
    const { change } = state;
    if (change.kind === 'replace') {
      for (const drawn of this.#drawn.values()) {
        drawn.run = this.#newRun(drawn.indicator);
        drawn.isLive = false;
      }
      this.#work();
      return;
    }
    for (const drawn of this.#drawn.values()) {
      if (!drawn.isLive) continue;
      for (const bar of change.bars) {
        const values = drawn.run.take(bar);
        for (const [n, plot] of drawn.plots.entries()) {
          const [point] = this.#points(drawn, n, [bar], [values]);
          if (point !== undefined) plot.update(point);
        }
      }
    }
  }

  #draw(drawn: Drawn): void {
    for (const [n, plot] of drawn.plots.entries()) {
      plot.setData(this.#points(drawn, n, this.#controller.feed.state().bars, drawn.run.values));
    }
  }

  /** Points of one plot. What has no value yet has no point. */
  #points({ indicator }: Drawn, n: number, bars: readonly Bar[], values: readonly Values[]) {
    const { parts, shift } = this.#controller;
    const isHistogram = INDICATORS[indicator.kind].plots[n]?.kind === 'histogram';
    return bars.flatMap(({ time, close }, at) => {
      const value = values[at]?.[n] ?? null;
      if (value === null) return [];
      const point = { time: (time + shift) as UTCTimestamp, value, close };
      return [isHistogram ? { ...point, color: value < 0 ? parts.colors.downFaint : parts.colors.upFaint } : point];
    });
  }
}
