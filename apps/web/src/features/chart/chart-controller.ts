import { createSeriesMarkers, type ISeriesMarkersPluginApi, type Time } from 'lightweight-charts';
import type { PositionState, Trade } from '@plecho/contract';
import type { Bar } from './candle-book.ts';
import type { CandleFeed, FeedState } from './candle-feed.ts';
import { readChartColors, type ChartColors } from './chart-colors.ts';
import { zoneShift } from './chart-time.ts';
import {
  createPriceChart,
  RIGHT_OFFSET,
  toSeriesData,
  type PriceChartParts,
  type PriceChartSetup,
} from './create-chart.ts';
import { LevelLines } from './level-lines.ts';
import type { PriceLevel } from './levels.ts';
import { tradeMarkers } from './trade-markers.ts';
import { viewportWatcher } from './viewport-watcher.ts';

/** Bars left of the visible ones below which older ones are asked for. */
const OLDER_AHEAD = 30;

export interface ChartEvents {
  /** The newest bar left the view, or came back into it. */
  onScrolledAway(away: boolean): void;
  /** The bar under the crosshair, or the newest one. */
  onBar(bar: Bar | null): void;
  /** Prices moved on the screen: everything placed by price has to be placed again. */
  onViewport(): void;
}

type ControllerSetup = Omit<PriceChartSetup, 'colors'> & { feed: CandleFeed } & ChartEvents;

/** One chart on the page: draws a feed, lines and markers, and translates prices to pixels. */
export class ChartController {
  readonly #setup: ControllerSetup;
  readonly #parts: PriceChartParts;
  readonly #colors: ChartColors;
  readonly #shift: number;
  readonly #lines: LevelLines;
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  readonly #stopListening: () => void;
  #bars: readonly Bar[] = [];
  #hovered: number | null = null;
  #away = false;
  #marked: { symbol: string; positions: readonly PositionState[]; trades: readonly Trade[] } | null = null;

  constructor(container: HTMLElement, setup: ControllerSetup) {
    this.#setup = setup;
    this.#colors = readChartColors(container);
    this.#shift = zoneShift(setup.interval);
    this.#parts = createPriceChart(container, { ...setup, colors: this.#colors });
    const { chart, candles } = this.#parts;
    this.#lines = new LevelLines(candles, this.#colors);
    this.#markers = createSeriesMarkers(candles, []);
    candles.attachPrimitive(viewportWatcher(setup.onViewport));
    chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.#onRange(range?.from ?? null));
    chart.subscribeCrosshairMove(({ time }) => {
      this.#hovered = typeof time === 'number' ? time - this.#shift : null;
      this.#tellBar();
    });
    this.#stopListening = setup.feed.listen(() => this.#show(setup.feed.state()));
    this.#show({ ...setup.feed.state(), change: { kind: 'replace' } });
  }

  destroy(): void {
    this.#stopListening();
    this.#parts.chart.remove();
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
    return this.#parts.candles.priceToCoordinate(price);
  }

  /** null outside of the price scale. */
  priceAt(y: number): number | null {
    return this.#parts.candles.coordinateToPrice(y);
  }

  /** Size of the plot without its axes, pixels. */
  plotSize(): { width: number; height: number } {
    const { chart } = this.#parts;
    return { width: chart.timeScale().width(), height: chart.paneSize().height };
  }

  toRealTime(): void {
    // Without the library's animation, which every new price would cut short.
    this.#parts.chart.timeScale().scrollToPosition(RIGHT_OFFSET, false);
  }

  /** Scrolls by `bars`; negative goes back in time. */
  scrollBy(bars: number): void {
    const scale = this.#parts.chart.timeScale();
    scale.scrollToPosition(scale.scrollPosition() + bars, false);
  }

  zoom(factor: number): void {
    const scale = this.#parts.chart.timeScale();
    const { barSpacing } = scale.options();
    scale.applyOptions({ barSpacing: Math.min(Math.max(barSpacing * factor, 1), 60) });
  }

  #show(state: FeedState): void {
    const { candles, volume } = this.#parts;
    const grown = state.bars.length !== this.#bars.length;
    this.#bars = state.bars;
    if (state.change.kind === 'replace') {
      const data = toSeriesData(state.bars, this.#shift, this.#colors);
      candles.setData(data.candles);
      volume.setData(data.volume);
    } else {
      const data = toSeriesData(state.change.bars, this.#shift, this.#colors);
      for (const bar of data.candles) candles.update(bar);
      for (const bar of data.volume) volume.update(bar);
    }
    if (grown) this.#drawMarkers();
    this.#tellBar();
  }

  #drawMarkers(): void {
    const since = this.#bars[0]?.time;
    if (this.#marked === null || since === undefined) return;
    const { symbol, positions, trades } = this.#marked;
    const context = { interval: this.#setup.interval, shift: this.#shift, colors: this.#colors, since };
    this.#markers.setMarkers(tradeMarkers(symbol, positions, trades, context));
  }

  #tellBar(): void {
    const hovered = this.#hovered;
    const bar = hovered === null ? undefined : this.#bars.findLast((candidate) => candidate.time === hovered);
    this.#setup.onBar(bar ?? this.#bars.at(-1) ?? null);
  }

  #onRange(from: number | null): void {
    if (from === null) return;
    if (from < OLDER_AHEAD) void this.#setup.feed.loadOlder();
    const away = this.#parts.chart.timeScale().scrollPosition() < -1;
    if (away === this.#away) return;
    this.#away = away;
    this.#setup.onScrolledAway(away);
  }
}
