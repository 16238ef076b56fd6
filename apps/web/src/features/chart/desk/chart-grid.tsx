import { useEffect, useState } from 'react';
import { INTERVALS, type Interval } from '@plecho/domain';
import { usePairs } from '@/api/queries.ts';
import { cx } from '@/lib/class-names.ts';
import type { ChartController } from '../chart-controller.ts';
import { PriceChart } from '../price-chart.tsx';
import { chartTexts } from '../texts.ts';
import { useChartLayout, withActive, withCell, type ChartCell } from './chart-layout.ts';
import { linkCrosshairs } from './crosshair-link.ts';
import { deskTexts as texts } from './texts.ts';

const SELECT = 'h-6 max-w-32 rounded border border-hairline bg-page px-1 text-xs text-primary hover:border-control';

interface CellHeadProps {
  place: number;
  cell: ChartCell;
  isActive: boolean;
  onActivate: () => void;
  onChange: (cell: ChartCell) => void;
}

/** The pair and the interval of one of the charts, and what makes it the active one. */
function CellHead({ place, cell, isActive, onActivate, onChange }: CellHeadProps) {
  const { data } = usePairs();
  return (
    <div
      className={cx(
        'flex h-8 shrink-0 items-center gap-1.5 border-b px-1.5',
        isActive ? 'border-accent' : 'border-hairline',
      )}
    >
      <select
        aria-label={texts.pairOf(place + 1)}
        className={SELECT}
        value={cell.symbol}
        onChange={(event) => onChange({ ...cell, symbol: event.target.value })}
      >
        {(data?.items ?? [{ symbol: cell.symbol }]).map(({ symbol }) => (
          <option key={symbol}>{symbol}</option>
        ))}
      </select>
      <select
        aria-label={texts.intervalOf(place + 1)}
        className={SELECT}
        value={cell.interval}
        onChange={(event) => onChange({ ...cell, interval: event.target.value as Interval })}
      >
        {INTERVALS.map((interval) => (
          <option key={interval} value={interval}>
            {chartTexts.interval[interval]}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-current={isActive}
        aria-label={(isActive ? texts.activeName : texts.activate)(cell.symbol, chartTexts.intervalName[cell.interval])}
        onClick={onActivate}
        className="flex h-full min-w-0 flex-1 items-center justify-end text-xs text-muted hover:text-primary"
      >
        <span aria-hidden="true">{isActive ? texts.isActive : texts.choose}</span>
      </button>
    </div>
  );
}

interface ChartGridProps {
  shown: readonly ChartCell[];
  onChoose: (cell: ChartCell) => void;
  onEditLevels: (positionId: string) => void;
  onEditIndicators: () => void;
  /** The active chart came, or went. */
  onController: (controller: ChartController | null) => void;
}

/** The charts by place, with their crosshairs linked while that is wanted. */
function useControllers(count: number, active: number, isLinked: boolean, onActive: ChartGridProps['onController']) {
  const [controllers, setControllers] = useState<readonly (ChartController | null)[]>([]);
  useEffect(() => {
    const there = controllers.slice(0, count).filter((controller) => controller !== null);
    return isLinked ? linkCrosshairs(there) : undefined;
  }, [controllers, count, isLinked]);
  const own = controllers[active] ?? null;
  useEffect(() => {
    onActive(own);
    return () => onActive(null);
  }, [own, onActive]);
  return (place: number, controller: ChartController | null): void =>
    setControllers((known) =>
      Array.from({ length: Math.max(known.length, place + 1) }, (_, n) =>
        n === place ? controller : (known[n] ?? null),
      ),
    );
}

/** Two to four charts side by side; one of them is the active one. */
export default function ChartGrid({ shown, onChoose, onEditLevels, onEditIndicators, onController }: ChartGridProps) {
  'use memo';
  const [layout, setLayout] = useChartLayout();
  const setController = useControllers(layout.count, layout.active, layout.links.crosshair, onController);
  const activate = (place: number): void => {
    const cell = shown[place];
    if (cell === undefined || place === layout.active) return;
    setLayout(withActive(layout, place, shown));
    onChoose(cell);
  };
  const change = (place: number, cell: ChartCell): void => {
    const { links } = layout;
    if (
      place === layout.active ||
      (links.symbol && cell.symbol !== shown[place]?.symbol) ||
      (links.interval && cell.interval !== shown[place]?.interval)
    ) {
      const chosen = shown[layout.active] ?? cell;
      onChoose({
        symbol: place === layout.active || links.symbol ? cell.symbol : chosen.symbol,
        interval: place === layout.active || links.interval ? cell.interval : chosen.interval,
      });
    }
    if (place !== layout.active) setLayout(withCell(layout, place, cell, shown));
  };
  return (
    <div className={cx('grid min-h-0 flex-1 grid-cols-2 gap-px bg-hairline', shown.length > 2 && 'grid-rows-2')}>
      {shown.map((cell, place) => (
        <section
          // oxlint-disable-next-line react/no-array-index-key -- a chart is its place
          key={place}
          aria-label={`${cell.symbol}, ${chartTexts.intervalName[cell.interval]}`}
          className={cx('flex min-h-0 min-w-0 flex-col bg-panel', shown.length === 3 && place === 0 && 'row-span-2')}
        >
          <CellHead
            place={place}
            cell={cell}
            isActive={place === layout.active}
            onActivate={() => activate(place)}
            onChange={(next) => change(place, next)}
          />
          <PriceChart
            {...cell}
            isActive={place === layout.active}
            onEditLevels={onEditLevels}
            onEditIndicators={onEditIndicators}
            onController={(controller) => setController(place, controller)}
            className="min-h-0 flex-1"
          />
        </section>
      ))}
    </div>
  );
}
