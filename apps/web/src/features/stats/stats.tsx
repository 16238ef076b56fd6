import type { ReactNode } from 'react';
import type { Results } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useMarketTime } from '@/api/market-time.ts';
import { useMarketParam } from '@/api/queries.ts';
import { useResults } from '@/api/results.ts';
import { tradePath } from '@/app/paths.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { useAccount } from '@/live/index.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Button, EmptyState, ErrorState, Link, Panel, Skeleton } from '@/ui/index.ts';
import { hasFilters, NO_FILTERS, serverFilter, type StatsFilters as Filters } from './filters.ts';
import { ResultsView } from './results-view.tsx';
import { StatsFilters } from './stats-filters.tsx';
import { statsTexts as texts } from './texts.ts';

interface StatsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  chart: (curve: Results['curve'], measure: 'gained' | 'net', label: string) => ReactNode;
}

function Nothing({ filters, onChange }: Pick<StatsProps, 'filters' | 'onChange'>) {
  const market = useMarketParam();
  if (hasFilters(filters)) {
    return (
      <EmptyState
        title={texts.emptyFiltered}
        action={<Button onClick={() => onChange(NO_FILTERS)}>{texts.reset}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={texts.empty}
      hint={texts.emptyHint}
      action={
        <Link href={tradePath(isMobileDevice(), market)} className={buttonClass('primary')}>
          {texts.toTrade}
        </Link>
      }
    />
  );
}

/** One's own results in the selected market. Another close has them asked for again. */
export function Stats({ filters, onChange, chart }: StatsProps) {
  const { recentTrades } = useAccount();
  // Hidden dates have no weekdays of anybody's clock.
  const zone = useMarketTime().dayOne === null ? new Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC';
  const { data, isError, error, refetch } = useResults(serverFilter(filters, zone), recentTrades[0]?.id ?? null);
  if (data === undefined) {
    return isError ? (
      <ErrorState
        title={texts.failed}
        hint={error instanceof ApiError ? error.message : undefined}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton label={texts.loading} className="h-[40rem]" />
    );
  }
  return (
    <>
      {(data.summary.trades > 0 || hasFilters(filters)) && <StatsFilters filters={filters} onChange={onChange} />}
      {isError && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-warn">
          {texts.stale}
          <Button size="sm" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {data.summary.trades === 0 ? (
        <Panel label={texts.figures}>
          <Nothing filters={filters} onChange={onChange} />
        </Panel>
      ) : (
        <ResultsView results={data} chart={chart} />
      )}
    </>
  );
}
