import { lazy, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Interval } from '@plecho/domain';
import { usePairs } from '@/api/queries.ts';
import { cx } from '@/lib/class-names.ts';
import { loadCode } from '@/lib/load-code.ts';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { Late } from '@/ui/late.tsx';
import type { ChartController } from '../chart-controller.ts';
import { ChartSkeleton } from '../chart-skeleton.tsx';
import { INDICATORS } from '../indicators/catalog.ts';
import { useIndicators } from '../indicators/use-indicators.ts';
import { PriceChart } from '../price-chart.tsx';
import { cellsOf, useChartLayout, type ChartCell } from './chart-layout.ts';
import { ChartMenuButton, ChartToolbar } from './chart-toolbar.tsx';
import { PANELS, type PanelName } from './panel-name.ts';

const ChartPanels = lazy(() => loadCode(() => import('./chart-panels.tsx')));
const ChartGrid = lazy(() => loadCode(() => import('./chart-grid.tsx')));

/** What a pane below the prices is given. */
const PANE_REM = 5;

interface ChartDeskProps {
  /** The pair and interval of the screen. */
  symbol: string;
  interval: Interval;
  onSymbol: (symbol: string) => void;
  onInterval: (interval: Interval) => void;
  /** Opens the dialog for take profit and stop loss of a position. */
  onEditLevels: (positionId: string) => void;
  /** What opens the tools for drawing, for a wide window, and the tools while they are open. */
  drawing: { button: ReactNode; tools: ReactNode };
  /** Where the button for the tools stands on a narrow window; null until it is there. */
  menuPlace: HTMLElement | null;
  /** Gives the charts their size; they fill what they get and never change it. */
  className?: string;
}

/** The chart of the screen's pair with what can be asked for beside it; on a wide window up to four charts. */
export function ChartDesk(props: ChartDeskProps) {
  'use memo';
  const { symbol, interval, onSymbol, onInterval, onEditLevels, drawing, menuPlace, className } = props;
  const isWide = useMediaQuery('(min-width: 64rem)');
  const canSplit = useMediaQuery('(min-width: 80rem)');
  const isTall = useMediaQuery('(min-height: 30rem)');
  const [indicators] = useIndicators();
  const panes = indicators.filter(({ kind, hidden }) => !hidden && INDICATORS[kind].place === 'own').length;
  const [layout] = useChartLayout();
  const { data } = usePairs();
  const [open, setOpen] = useState<PanelName | 'menu' | null>(null);
  const [controller, setController] = useState<ChartController | null>(null);
  const panels = PANELS.filter((panel) => panel !== 'layout' || canSplit);
  const chosen: ChartCell = { symbol, interval };
  const isSplit = canSplit && layout.count > 1;
  const symbols = data === undefined ? null : new Set(data.items.map((pair) => pair.symbol));
  const shown = isSplit ? cellsOf(layout, chosen, symbols) : [chosen];
  const common = { onEditLevels, onEditIndicators: () => setOpen('indicators'), onController: setController };
  const choose = (cell: ChartCell): void => {
    if (cell.symbol !== symbol) onSymbol(cell.symbol);
    if (cell.interval !== interval) onInterval(cell.interval);
  };
  return (
    <div
      className={cx('relative flex min-h-60 flex-col overflow-hidden bg-panel', className)}
      // A narrow page is scrolled: what a pane takes there is not taken from the prices.
      style={!isWide && isTall && panes > 0 ? { minHeight: `${17.5 + panes * PANE_REM}rem` } : undefined}
    >
      {isWide && <ChartToolbar panels={panels} onOpen={setOpen} more={drawing.button} />}
      {!isWide && menuPlace !== null && createPortal(<ChartMenuButton onOpen={setOpen} />, menuPlace)}
      {drawing.tools}
      {isSplit ? (
        <Late fallback={<ChartSkeleton />}>
          <ChartGrid shown={shown} onChoose={choose} {...common} />
        </Late>
      ) : (
        <PriceChart {...chosen} isActive className="min-h-0 flex-1" {...common} />
      )}
      {open === null ? null : (
        <Late>
          <ChartPanels
            open={open}
            panels={panels}
            onOpen={setOpen}
            controller={controller}
            active={chosen}
            shown={shown}
          />
        </Late>
      )}
    </div>
  );
}
