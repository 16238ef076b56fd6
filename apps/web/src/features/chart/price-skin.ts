import {
  BarSeries,
  CandlestickSeries,
  LineSeries,
  LineType,
  PriceScaleMode,
  type ISeriesApi,
  type SeriesPartialOptionsMap,
} from 'lightweight-charts';
import type { Bar } from './candle-book.ts';
import type { ChartColors } from './chart-colors.ts';
import type { ChartScale, ChartStyle } from './chart-view.ts';
import { toSeriesData, type PriceChartParts } from './create-chart.ts';
import { heikinAshi, heikinAshiBars } from './heikin-ashi.ts';

const CLEAR = 'rgba(0, 0, 0, 0)';

const MODES: Record<ChartScale, PriceScaleMode> = {
  normal: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
};

type OverSeries = ISeriesApi<'Bar'> | ISeriesApi<'Line'> | ISeriesApi<'Candlestick'>;
type CandleLook = SeriesPartialOptionsMap['Candlestick'];

/** What is drawn instead of candles has its prices from its own series alone. */
const QUIET = { lastValueVisible: false, priceLineVisible: false, baseLineVisible: false };

function candleLook({ up, down }: ChartColors, style: ChartStyle): CandleLook {
  if (style === 'candles') return { upColor: up, downColor: down, wickVisible: true, borderVisible: false };
  if (style === 'hollow')
    return {
      ...{ upColor: CLEAR, downColor: down, wickVisible: true },
      ...{ borderVisible: true, borderUpColor: up, borderDownColor: down },
    };
  return { upColor: CLEAR, downColor: CLEAR, wickVisible: false, borderVisible: false };
}

/**
 * The look of a chart's prices. The candles stay under every look, unseen if need be: lines, marks and
 * labels hang on them, at the true prices.
 */
export class PriceSkin {
  readonly #parts: PriceChartParts;
  readonly #shift: number;
  #style: ChartStyle = 'candles';
  #over: OverSeries | null = null;
  /** The last two bars of the Heikin-Ashi chart: the newest is made from the one before it. */
  #ashi: readonly [before: Bar | null, newest: Bar | null] = [null, null];
  #lineColor = '';

  /** @param shift seconds that the chart's times are ahead of the bars' */
  constructor(parts: PriceChartParts, shift: number) {
    this.#parts = parts;
    this.#shift = shift;
  }

  /** @param bars all that the chart has */
  setStyle(style: ChartStyle, bars: readonly Bar[]): void {
    if (style === this.#style) return;
    const { chart, candles, colors } = this.#parts;
    this.#style = style;
    if (this.#over !== null) chart.removeSeries(this.#over);
    this.#over = this.#addOver();
    candles.applyOptions(candleLook(colors, style));
    this.replace(bars);
  }

  setScale(scale: ChartScale): void {
    this.#parts.candles.priceScale().applyOptions({ mode: MODES[scale] });
  }

  /** Draws these bars instead of all there were. */
  replace(bars: readonly Bar[]): void {
    const isAshi = this.#style === 'heikinAshi';
    const drawn = isAshi ? heikinAshiBars(bars) : bars;
    if (isAshi) this.#ashi = [drawn.at(-2) ?? null, drawn.at(-1) ?? null];
    const data = toSeriesData(drawn, this.#shift, this.#parts.colors).candles;
    if (this.#style === 'line') this.#over?.setData(data.map(({ time, close }) => ({ time, value: close })));
    else this.#over?.setData(data);
    this.#tint(bars.at(-1));
  }

  /** Draws a bar that is the newest or comes after it. */
  update(bar: Bar): void {
    const [data] = toSeriesData([this.#drawn(bar)], this.#shift, this.#parts.colors).candles;
    if (data === undefined) return;
    this.#over?.update(this.#style === 'line' ? { time: data.time, value: data.close } : data);
    this.#tint(bar);
  }

  #drawn(bar: Bar): Bar {
    if (this.#style !== 'heikinAshi') return bar;
    const [before, newest] = this.#ashi;
    const previous = newest !== null && newest.time < bar.time ? newest : before;
    const ashi = heikinAshi(bar, previous);
    this.#ashi = [previous, ashi];
    return ashi;
  }

  /** The line of the newest price has the colour of its candle, which the library takes from what is drawn. */
  #tint(newest: Bar | undefined): void {
    const { candles, colors } = this.#parts;
    const direction = newest === undefined || newest.close >= newest.open ? colors.up : colors.down;
    const color = this.#style === 'candles' ? '' : direction;
    if (color === this.#lineColor) return;
    this.#lineColor = color;
    candles.applyOptions({ priceLineColor: color });
  }

  #addOver(): OverSeries | null {
    const { chart, colors } = this.#parts;
    const { up, down } = colors;
    if (this.#style === 'bars')
      return chart.addSeries(BarSeries, { ...QUIET, upColor: up, downColor: down, thinBars: false });
    if (this.#style === 'line')
      return chart.addSeries(LineSeries, { ...QUIET, color: colors.order, lineWidth: 2, lineType: LineType.Simple });
    if (this.#style !== 'heikinAshi') return null;
    const look = { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down, borderVisible: false };
    return chart.addSeries(CandlestickSeries, { ...QUIET, ...look });
  }
}
