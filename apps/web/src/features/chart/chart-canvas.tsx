import { lazy, use, useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Order, PositionState, Trade } from '@plecho/contract';
import { PRICE_DECIMALS, type Interval, type Price } from '@plecho/domain';
import { ChartOverlay, type ChartSurface } from '@/lib/chart-surface.ts';
import { formatPrice } from '@/lib/format.ts';
import { loadCode } from '@/lib/load-code.ts';
import type { MarketTime } from '@/lib/market-time.ts';
import { Button } from '@/ui/index.ts';
import { Late } from '@/ui/late.tsx';
import type { Bar } from './candle-book.ts';
import type { CandleFeed } from './candle-feed.ts';
import { useComparedPairs } from './compare/use-comparison.ts';
import { ChartController, type PointedMark } from './chart-controller.ts';
import { ChartLegend, LEGEND_LINE, LEGEND_TOP } from './chart-legend.tsx';
import { ChartNotice } from './chart-notice.tsx';
import { useChartView } from './chart-view.ts';
import { createPriceChart, type PriceChartParts } from './create-chart.ts';
import { INDICATORS } from './indicators/catalog.ts';
import { useIndicators } from './indicators/use-indicators.ts';
import { inTasks } from './in-tasks.ts';
import { LevelChips } from './level-chips.tsx';
import { levelsOf, type PriceLevel } from './levels.ts';
import { MarkNote } from './mark-note.tsx';
import { chartTexts } from './texts.ts';
import { useLevelDrag } from './use-level-drag.ts';

const CompareOverlay = lazy(() => loadCode(() => import('./compare/compare-overlay.tsx')));
const IndicatorOverlay = lazy(() => loadCode(() => import('./indicators/indicator-overlay.tsx')));

interface ChartCanvasProps {
  feed: CandleFeed;
  market: string;
  symbol: string;
  interval: Interval;
  time: MarketTime;
  priceDecimals: number;
  marketLabel: string;
  /** Where the prices are from, when that has to be said. */
  provenance: string | null;
  /** Seconds: what is before it is the base's of a scenario; null for every other market. */
  startAt: number | null;
  positions: readonly PositionState[];
  orders: readonly Order[];
  trades: readonly Trade[];
  onEditLevels: (positionId: string) => void;
  onController: (controller: ChartController | null) => void;
  /** Opens where indicators are set. */
  onEditIndicators: () => void;
  /** Resolves to whether the level was moved. */
  onMoveLevel: (level: PriceLevel, price: Price) => Promise<boolean>;
}

/** What is kept free of labels for the notice: its height and a gap. Pixels. */
const NOTICE_ROOM = 30;
/** At the lower edge, kept free of labels while the way back to the newest candle stands there. Pixels. */
const REAL_TIME_ROOM = 40;

/** The library's floats, written as every other price of the pair is. */
const priceFormatter =
  (decimals: number) =>
  (value: number): string =>
    formatPrice(value.toFixed(PRICE_DECIMALS), decimals);

/** Builds the chart once per symbol and interval; its parent remounts it for another. */
function useController(props: ChartCanvasProps) {
  const container = useRef<HTMLDivElement>(null);
  const [controller, setController] = useState<ChartController | null>(null);
  const [surface, setSurface] = useState<ChartSurface | null>(null);
  const [away, setAway] = useState(false);
  const [bar, setBar] = useState<Bar | null>(null);
  const [mark, setMark] = useState<PointedMark | null>(null);
  const { feed, market, symbol, interval, time, priceDecimals, marketLabel, provenance, startAt } = props;

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const setup = {
      interval,
      time,
      formatPrice: priceFormatter(priceDecimals),
      minMove: 10 ** -priceDecimals,
      watermark: [marketLabel, ...(provenance === null ? [] : [provenance]), chartTexts.watermark],
    };
    let parts: PriceChartParts | null = null;
    let created: ChartController | null = null;
    // In tasks of their own: the screen around the chart is shown, and can be touched, before it is built.
    const callOff = inTasks([
      () => {
        parts = createPriceChart(element, setup);
      },
      () => {
        if (parts === null) return;
        created = new ChartController(parts, {
          ...setup,
          feed,
          startAt,
          onScrolledAway: setAway,
          onBar: setBar,
          onMark: setMark,
        });
        setController(created);
        setSurface(created.surface({ market, symbol, priceDecimals, element }));
      },
    ]);
    return () => {
      callOff();
      setController(null);
      setSurface(null);
      created?.stop();
      parts?.chart.remove();
    };
  }, [feed, market, symbol, interval, time, priceDecimals, marketLabel, provenance, startAt]);

  return { container, controller, surface, away, bar, mark };
}

function scrollKeys(controller: ChartController | null, event: KeyboardEvent): void {
  if (controller === null || event.target !== event.currentTarget) return;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => controller.scrollBy(-10),
    ArrowRight: () => controller.scrollBy(10),
    '+': () => controller.zoom(1.25),
    '=': () => controller.zoom(1.25),
    '-': () => controller.zoom(0.8),
    End: () => controller.toRealTime(),
  };
  const action = actions[event.key];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

/** The drawn chart with its legend, line labels and the way back to the newest candle. */
export default function ChartCanvas(props: ChartCanvasProps) {
  'use memo';
  const { symbol, interval, priceDecimals, positions, orders, trades } = props;
  const overlay = use(ChartOverlay);
  const { container, controller, surface, away, bar, mark } = useController(props);
  const own = useMemo(() => levelsOf(positions, orders, symbol), [positions, orders, symbol]);
  const drag = useLevelDrag(own, controller, priceDecimals, props.onMoveLevel);
  const { levels } = drag;
  const [view] = useChartView();
  const compared = useComparedPairs(symbol);
  const isCompared = compared.length > 0;
  const [indicators] = useIndicators();
  const legendLines = indicators.filter(({ kind, hidden }) => hidden || INDICATORS[kind].place !== 'own').length;
  const legendEnd = LEGEND_TOP + (legendLines + compared.length) * LEGEND_LINE;
  const [hasNotice, setNotice] = useState(false);

  useEffect(() => {
    controller?.setView(isCompared ? { ...view, scale: 'percent' } : view);
  }, [controller, view, isCompared]);
  const tell = useEffectEvent(props.onController);
  useEffect(() => {
    tell(controller);
    return () => tell(null);
  }, [controller]);
  useEffect(() => controller?.setLevels(levels), [controller, levels]);
  useEffect(() => controller?.setTrades(symbol, positions, trades), [controller, symbol, positions, trades]);

  return (
    <div
      className="@container absolute inset-0 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
      role="group"
      data-tour="price"
      tabIndex={0}
      aria-label={chartTexts.region(symbol, chartTexts.intervalName[interval], props.marketLabel)}
      aria-description={chartTexts.keys}
      onKeyDown={(event) => scrollKeys(controller, event)}
    >
      {/* The library measures its canvases one by one: contained, that lays out the chart and not the page. */}
      <div ref={container} className="absolute inset-0 contain-strict" />
      <ChartLegend bar={bar} style={view.style} format={priceFormatter(priceDecimals)} />
      {controller === null || indicators.length === 0 ? null : (
        <Late>
          <IndicatorOverlay
            controller={controller}
            bar={bar}
            priceDecimals={priceDecimals}
            onEdit={props.onEditIndicators}
          />
        </Late>
      )}
      {controller === null || !isCompared ? null : (
        <Late>
          <CompareOverlay
            controller={controller}
            symbols={compared}
            interval={interval}
            bar={bar}
            top={LEGEND_TOP + legendLines * LEGEND_LINE}
          />
        </Late>
      )}
      {controller === null ? null : (
        <LevelChips
          controller={controller}
          priceDecimals={priceDecimals}
          top={legendEnd + (hasNotice ? NOTICE_ROOM : 0)}
          bottom={away ? REAL_TIME_ROOM : 0}
          drag={drag}
          onEdit={props.onEditLevels}
        />
      )}
      <ChartNotice symbol={symbol} top={legendEnd + 2} onShown={setNotice} />
      {surface === null ? null : overlay?.(surface)}
      {mark === null ? null : <MarkNote mark={mark} />}
      {away ? (
        <div className="absolute bottom-9 left-1/2 z-20 -translate-x-1/2">
          <Button size="sm" variant="secondary" onClick={() => controller?.toRealTime()}>
            {chartTexts.realTime}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
