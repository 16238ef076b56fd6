import {
  createSeriesMarkers,
  type ISeriesMarkersPluginApi,
  type MouseEventParams,
  type Time,
} from 'lightweight-charts';
import type { PositionState, Trade } from '@plecho/contract';
import { INTERVAL_SECONDS, type Interval } from '@plecho/domain';
import type { ChartSurface } from '@/lib/chart-surface.ts';
import { Emitter } from '@/lib/emitter.ts';
import { AxisNumbers } from './axis-numbers.ts';
import type { Bar } from './candle-book.ts';
import type { CandleFeed, FeedState } from './candle-feed.ts';
import { zoneShift } from './chart-time.ts';
import type { ChartView } from './chart-view.ts';
import { RIGHT_OFFSET, toSeriesData, type PriceChartParts, type PriceChartSetup } from './create-chart.ts';
import { LevelLines } from './level-lines.ts';
import type { PriceLevel } from './levels.ts';
import { openSurface } from './open-surface.ts';
import { PriceSkin } from './price-skin.ts';
import { tradeMarks, type MarkerContext, type TradeMark } from './trade-markers.ts';
import { viewportWatcher } from './viewport-watcher.ts';

/** Fewer candles would be too wide to be read as a row. */
const FEWEST_BARS = 20;
/** Room for the text of a mark, pixels. */
const MARK_WIDTH = 64;
/** Bars left of the visible ones below which older ones are asked for. */
const OLDER_AHEAD = 30;

/** A mark of trades under the pointer, and where that is, pixels from the chart's corner. */
export interface PointedMark {
  x: number;
  y: number;
  deeds: TradeMark['deeds'];
}

export interface ChartEvents {
  /** The newest bar left the view, or came back into it. */
  onScrolledAway(away: boolean): void;
  /** The bar under the crosshair, or the newest one. */
  onBar(bar: Bar | null): void;
  /** The pointer came to a mark of trades, or left it. */
  onMark(mark: PointedMark | null): void;
}

type ControllerSetup = PriceChartSetup & Pick<MarkerContext, 'startAt'> & { feed: CandleFeed } & ChartEvents;

/** Fills one chart on the page: draws a feed, lines and markers, and translates prices to pixels. */
export class ChartController {
  readonly #setup: ControllerSetup;
  /** The library's chart and its series, for what draws more into them. */
  readonly parts: PriceChartParts;
  /** Seconds that the chart's times are ahead of the bars'. */
  readonly shift: number;
  readonly feed: CandleFeed;
  readonly interval: Interval;
  /** The chart was drawn anew: everything placed by price or by pane has to be placed again. */
  readonly drawn = new Emitter();
  readonly #skin: PriceSkin;
  readonly #lines: LevelLines;
  readonly #axis: AxisNumbers;
  /** null without marks: the library builds and draws a chart that has it anew, twice, for each price. */
  #markers: ISeriesMarkersPluginApi<Time> | null = null;
  readonly #stopListening: () => void;
  #isStopped = false;
  #bars: readonly Bar[] = [];
  #hovered: number | null = null;
  #away = false;
  #isFitted = false;
  #marks: readonly TradeMark[] = [];
  #apart = 1;
  #pointed: TradeMark | null = null;
  #marked: { symbol: string; positions: readonly PositionState[]; trades: readonly Trade[] } | null = null;

  /** @param setup what the chart was built with, and who hears of it */
  constructor(parts: PriceChartParts, setup: ControllerSetup) {
    this.#setup = setup;
    this.feed = setup.feed;
    this.interval = setup.interval;
    this.shift = zoneShift(setup.interval, setup.time.dayOne, setup.feed.state().bars.at(-1)?.time);
    this.parts = parts;
    const { chart, candles } = parts;
    this.#skin = new PriceSkin(parts, this.shift);
    this.#lines = new LevelLines(candles, parts.colors);
    this.#axis = new AxisNumbers(candles, setup.formatPrice, setup.minMove);
    candles.attachPrimitive(viewportWatcher(() => this.#onDrawn()));
    chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.#onRange(range?.from ?? null));
    chart.subscribeCrosshairMove((event) => {
      this.#hovered = typeof event.time === 'number' ? event.time - this.shift : null;
      this.#tellBar();
      this.#tellMark(event);
    });
    // A finger has no hover: it taps.
    chart.subscribeClick((event) => this.#tellMark(event));
    this.#stopListening = setup.feed.listen(() => this.#show(setup.feed.state()));
    this.#show({ ...setup.feed.state(), change: { kind: 'replace' } });
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopListening();
  }

  /** The chart is gone: nothing may be drawn into it or taken off it. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Tells the opening time, seconds, of the bar that the person points at; null when it is none. @returns what ends it */
  onPointer(listener: (time: number | null) => void): () => void {
    const { chart } = this.parts;
    const tell = ({ time, sourceEvent }: MouseEventParams): void => {
      // Without an event of its own it was another chart that moved this one's crosshair.
      if (sourceEvent !== undefined || time === undefined)
        listener(typeof time === 'number' ? time - this.shift : null);
    };
    chart.subscribeCrosshairMove(tell);
    return () => {
      if (!this.#isStopped) chart.unsubscribeCrosshairMove(tell);
    };
  }

  setView({ style, scale }: ChartView): void {
    this.#skin.setStyle(style, this.#bars);
    this.#skin.setScale(scale);
  }

  setLevels(levels: readonly PriceLevel[]): void {
    this.#lines.sync(levels);
  }

  /** Labels at the price axis only for these lines: the library would pin the others to its edge. */
  labelLevels(keys: ReadonlySet<string>): void {
    this.#lines.label(keys);
  }

  setTrades(symbol: string, positions: readonly PositionState[], trades: readonly Trade[]): void {
    this.#marked = { symbol, positions, trades };
    this.#drawMarkers();
  }

  /** Pixels from the top of the chart; null while nothing is drawn. */
  yOf(price: number): number | null {
    return this.parts.candles.priceToCoordinate(price);
  }

  /** null outside of the price scale. */
  priceAt(y: number): number | null {
    return this.parts.candles.coordinateToPrice(y);
  }

  /** Size of the plot without its axes, pixels. */
  plotSize(): { width: number; height: number } {
    const { chart } = this.parts;
    return { width: chart.timeScale().width(), height: chart.paneSize().height };
  }

  /** What others may draw onto; to be opened once. @param facts what the chart itself doesn't know */
  surface(facts: Pick<ChartSurface, 'market' | 'symbol' | 'priceDecimals' | 'element'>): ChartSurface {
    const own = {
      ...facts,
      step: INTERVAL_SECONDS[this.interval],
      time: this.#setup.time,
      colors: this.parts.colors,
      bars: () => this.#bars,
    };
    return openSurface(own, { ...this.parts, shift: this.shift, isGone: () => this.#isStopped });
  }

  toRealTime(): void {
    // Without the library's animation, which every new price would cut short.
    this.parts.chart.timeScale().scrollToPosition(RIGHT_OFFSET, false);
  }

  /** Scrolls by `bars`; negative goes back in time. */
  scrollBy(bars: number): void {
    const scale = this.parts.chart.timeScale();
    scale.scrollToPosition(scale.scrollPosition() + bars, false);
  }

  zoom(factor: number): void {
    const scale = this.parts.chart.timeScale();
    const { barSpacing } = scale.options();
    scale.applyOptions({ barSpacing: Math.min(Math.max(barSpacing * factor, 1), 60) });
  }

  #onDrawn(): void {
    this.#axis.keepClearOf(this.#labelled());
    this.drawn.emit();
  }

  /** Prices that have a label at the axis. */
  #labelled(): number[] {
    const newest = this.#bars.at(-1);
    return newest === undefined ? this.#lines.labelled : [...this.#lines.labelled, newest.close];
  }

  #show(state: FeedState): void {
    const { candles, volume, colors } = this.parts;
    const grown = state.bars.length !== this.#bars.length;
    this.#bars = state.bars;
    this.#axis.expect(this.#labelled());
    if (state.change.kind === 'replace') {
      const data = toSeriesData(state.bars, this.shift, colors);
      candles.setData(data.candles);
      volume.setData(data.volume);
      this.#skin.replace(state.bars);
      this.#fit();
    } else {
      const data = toSeriesData(state.change.bars, this.shift, colors);
      for (const bar of data.candles) candles.update(bar);
      for (const bar of data.volume) volume.update(bar);
      for (const bar of state.change.bars) this.#skin.update(bar);
    }
    if (grown) this.#drawMarkers();
    this.#tellBar();
  }

  /** Few candles fill the chart instead of its right end; more of them keep their usual width. */
  #fit(): void {
    const count = this.#bars.length;
    if (this.#isFitted || count === 0) return;
    this.#isFitted = true;
    const scale = this.parts.chart.timeScale();
    const room = scale.width() / (count + RIGHT_OFFSET);
    if (room <= scale.options().barSpacing) return;
    scale.setVisibleLogicalRange({ from: Math.min(0, count - FEWEST_BARS), to: count - 1 + RIGHT_OFFSET });
  }

  #drawMarkers(): void {
    const since = this.#bars[0]?.time;
    if (this.#marked === null || since === undefined) return;
    const { symbol, positions, trades } = this.#marked;
    const { interval, time, startAt } = this.#setup;
    const { colors } = this.parts;
    const context = { interval, time, shift: this.shift, colors, since, startAt, apart: this.#apart };
    this.#marks = tradeMarks(symbol, positions, trades, context);
    if (this.#marks.length > 0) {
      this.#markers ??= createSeriesMarkers(this.parts.candles);
      this.#markers.setMarkers(this.#marks.map(({ marker }) => marker));
    } else {
      this.#markers?.detach();
      this.#markers = null;
    }
  }

  #tellBar(): void {
    const hovered = this.#hovered;
    const bar = hovered === null ? undefined : this.#bars.findLast((candidate) => candidate.time === hovered);
    this.#setup.onBar(bar ?? this.#bars.at(-1) ?? null);
  }

  #tellMark({ point, hoveredInfo }: MouseEventParams): void {
    const id = hoveredInfo?.objectId;
    const mark = this.#marks.find(({ marker }) => marker.id !== undefined && marker.id === id) ?? null;
    if (mark === this.#pointed) return;
    this.#pointed = mark;
    this.#setup.onMark(mark === null || point === undefined ? null : { x: point.x, y: point.y, deeds: mark.deeds });
  }

  /** Marks merge and part as the bars come closer and move apart. */
  #space(): void {
    const apart = Math.ceil(MARK_WIDTH / this.parts.chart.timeScale().options().barSpacing);
    if (apart === this.#apart) return;
    this.#apart = apart;
    this.#drawMarkers();
  }

  #onRange(from: number | null): void {
    if (from === null) return;
    this.#space();
    if (from < OLDER_AHEAD) void this.#setup.feed.loadOlder();
    const away = this.parts.chart.timeScale().scrollPosition() < -1;
    if (away === this.#away) return;
    this.#away = away;
    this.#setup.onScrolledAway(away);
  }
}
