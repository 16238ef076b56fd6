import { lazy, useMemo } from 'react';
import { useCourses, type Courses } from '@/api/courses.ts';
import { useMarket, useMarketParam, usePairs } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { MarketLabel } from '@/features/market/market-label.tsx';
import { ColumnPicker } from '@/features/watch/column-picker.tsx';
import { FIRST_COLUMNS, FIRST_ORDER, isColumns, isOrder, type WatchColumn } from '@/features/watch/columns.ts';
import { watchTexts as texts } from '@/features/watch/texts.ts';
import { WatchTable } from '@/features/watch/watch-table.tsx';
import { isMobileDevice } from '@/lib/device.ts';
import { loadCode } from '@/lib/load-code.ts';
import { keep, usePersistentState } from '@/lib/storage.ts';
import { useRowFocus } from '@/lib/use-row-focus.ts';
import { useFavourites } from '@/lib/watchlists.ts';
import { Button, EmptyState, ErrorState, Panel, SegmentedControl, Skeleton, useGo } from '@/ui/index.ts';
import { WatchlistPicker } from '@/ui/watchlist-picker.tsx';
import { Late } from '@/ui/late.tsx';
import { watchPageTexts } from './texts.ts';

const HeatMap = lazy(async () => ({
  default: (await loadCode(() => import('@/features/watch/heat-map.tsx'))).HeatMap,
}));

const VIEWS = ['table', 'map'] as const;
type View = (typeof VIEWS)[number];
const SHOWN = ['all', 'list'] as const;
type Shown = (typeof SHOWN)[number];

const NO_COURSES: Courses = new Map();
const isView = (value: unknown): value is View => VIEWS.includes(value as View);
const isShown = (value: unknown): value is Shown => SHOWN.includes(value as Shown);

/** Opens a pair where this device trades. */
function useOpenPair(): (symbol: string) => void {
  const go = useGo();
  const market = useMarketParam();
  return (symbol) => {
    keep('symbol', symbol);
    go(isMobileDevice() ? paths.mobileTrade(symbol, market) : paths.dashboard(market));
  };
}

/** /watch: every pair of the market as a table or a map, all of them or those of a list. */
export function WatchPage() {
  'use memo';
  const market = useMarket();
  const { data, isError, refetch } = usePairs();
  const courses = useCourses();
  const favourites = useFavourites();
  const open = useOpenPair();
  const [view, setView] = usePersistentState<View>('watch-view', 'table', isView);
  const [shown, setShown] = usePersistentState<Shown>('watch-shown', 'all', isShown);
  const [columns, setColumns] = usePersistentState<readonly WatchColumn[]>('watch-columns', FIRST_COLUMNS, isColumns);
  const [order, setOrder] = usePersistentState('watch-order', FIRST_ORDER, isOrder);
  const { symbols } = favourites;
  const pairs = useMemo(
    () => (data?.items ?? []).filter(({ symbol }) => shown === 'all' || symbols.has(symbol)),
    [data, shown, symbols],
  );
  const place = useRowFocus<HTMLDivElement>(pairs.length);
  const names = useMemo(() => new Set(pairs.map(({ symbol }) => symbol)), [pairs]);
  return (
    <div className="page flex max-w-6xl flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="page-title">{watchPageTexts.title}</h1>
        <MarketLabel market={market} />
      </div>
      <p className="text-sm text-secondary">{watchPageTexts.lead}</p>
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={texts.shown}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: texts.all },
            { value: 'list', label: texts.favourites },
          ]}
        />
        <WatchlistPicker favourites={favourites} />
        <span className="flex-1" />
        <SegmentedControl
          label={texts.view}
          value={view}
          onChange={setView}
          options={VIEWS.map((value) => ({ value, label: texts[value] }))}
        />
        {view === 'table' && <ColumnPicker columns={columns} onChange={setColumns} />}
      </div>
      {courses.isError && view === 'table' && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-xs text-warn">
          {texts.courseFailed}
          <Button size="sm" pending={courses.isFetching} onClick={() => void courses.refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      <div ref={place} tabIndex={-1} className="outline-none">
        <Panel flush label={watchPageTexts.title}>
          {isError && data === undefined ? <ErrorState title={texts.failed} onRetry={() => void refetch()} /> : null}
          {data === undefined && !isError ? <Skeleton className="m-3 h-96" /> : null}
          {data !== undefined && pairs.length === 0 ? (
            <EmptyState title={texts.emptyList} hint={texts.emptyListHint} />
          ) : null}
          {pairs.length > 0 && view === 'table' ? (
            <WatchTable
              pairs={pairs}
              courses={courses.data ?? NO_COURSES}
              columns={columns}
              order={order}
              onOrder={setOrder}
              favourites={favourites}
              onOpen={open}
            />
          ) : null}
          {pairs.length > 0 && view === 'map' ? (
            <Late fallback={<Skeleton className="m-3 h-96" />}>
              <HeatMap shown={names} onOpen={open} />
            </Late>
          ) : null}
        </Panel>
      </div>
    </div>
  );
}
