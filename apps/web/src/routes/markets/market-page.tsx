import { useParams } from '@tanstack/react-router';
import type { Market } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useIsStale, useMarketById } from '@/api/market-details.ts';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { ClassOfMarket } from '@/features/classes/class-of-market.tsx';
import { DayChart } from '@/features/market/day-chart.tsx';
import { MarketAccount } from '@/features/market/market-account.tsx';
import { MarketBadges } from '@/features/market/market-badges.tsx';
import { MarketRules } from '@/features/market/market-rules.tsx';
import { ScenarioPanel } from '@/features/market/scenario-panel.tsx';
import { sentenceOf, texts } from '@/features/market/texts.ts';
import { When } from '@/features/market/when.tsx';
import { formatCount, keepUnits } from '@/lib/format.ts';
import { provenanceWords } from '@/lib/provenance.ts';
import { BackLink } from '@/ui/back-link.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

const { page: words } = texts;

function Head({ market }: { market: Market }) {
  const { label, title, members } = market;
  const isStale = useIsStale(market);
  const provenance = provenanceWords(market);
  return (
    <header className="flex flex-col gap-2">
      <h1 className="page-title">{keepUnits(label)}</h1>
      {title !== label && <p className="text-secondary">{title}</p>}
      {provenance !== null && <p className="text-xs text-muted">{provenance}</p>}
      <MarketBadges market={market} stale={isStale === true} />
      <p className="max-w-prose text-secondary">{sentenceOf(market)}</p>
      <When market={market} />
      <ClassOfMarket market={market} />
      <p className="text-xs text-muted tabular">
        {words.members}: {formatCount(members)}
      </p>
    </header>
  );
}

function Page({ market }: { market: Market }) {
  const { scenario } = market;
  const rules = (
    <div className="max-lg:order-4">
      <MarketRules market={market} />
    </div>
  );
  return (
    <>
      <Head market={market} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
          <Panel title={words.prices} className="max-lg:order-2">
            <DayChart market={market} className="h-44" />
          </Panel>
          {scenario === null ? (
            rules
          ) : (
            <div className="max-lg:order-3">
              <ScenarioPanel market={market} scenario={scenario} />
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
          <div className="max-lg:order-1">
            <MarketAccount market={market} />
          </div>
          {scenario !== null && rules}
        </div>
      </div>
    </>
  );
}

/** /markets/$marketId: what a market is, what decides its prices, how it stands, and the way in. */
export function MarketPage() {
  const { marketId } = useParams({ from: '/signed-in/markets/$marketId' });
  const selected = useMarketParam();
  const { data: market, error, refetch } = useMarketById(marketId);
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <div className="page flex max-w-5xl flex-col gap-4">
      <BackLink href={paths.markets(selected)}>{words.back}</BackLink>
      {market !== undefined && <Page key={market.id} market={market} />}
      {market === undefined && <h1 className="page-title">{words.title}</h1>}
      {market === undefined && error === null && <Skeleton label={words.loading} className="h-96 rounded-lg" />}
      {market === undefined && isUnknown && <EmptyState title={words.unknown} />}
      {market === undefined && error !== null && !isUnknown && (
        <ErrorState title={words.failed} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
