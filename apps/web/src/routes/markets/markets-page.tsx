import { useState } from 'react';
import type { Market } from '@plecho/contract';
import { useMarkets } from '@/api/queries.ts';
import { useDatasets, useReplaySessions } from '@/api/replays.ts';
import { MarketCard } from '@/features/market/market-card.tsx';
import { texts } from '@/features/market/texts.ts';
import { DatasetList } from '@/features/replays/dataset-list.tsx';
import { OwnSessions } from '@/features/replays/own-sessions.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

/** Of the markets that are over; an installation may have hundreds. */
const ENDED_AT_ONCE = 10;

const Cards = ({ markets }: { markets: readonly Market[] }) => (
  <ul className="grid gap-4 md:grid-cols-2">
    {markets.map((market) => (
      <MarketCard key={market.id} market={market} />
    ))}
  </ul>
);

function Group({ title, markets }: { title: string; markets: readonly Market[] }) {
  if (markets.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <Cards markets={markets} />
    </section>
  );
}

/** Folded: their charts are not even asked for. */
function Ended({ markets }: { markets: readonly Market[] }) {
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState(ENDED_AT_ONCE);
  if (markets.length === 0) return null;
  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex list-none items-center gap-1.5 rounded text-lg font-semibold [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="transition-transform duration-150 group-open:rotate-90" />
        {texts.ended(markets.length)}
      </summary>
      {isOpen && (
        <div className="mt-3 flex flex-col items-center gap-3 *:first:w-full">
          <Cards markets={markets.slice(0, shown)} />
          {shown < markets.length && (
            <Button variant="ghost" onClick={() => setShown(shown + ENDED_AT_ONCE)}>
              {texts.more}
            </Button>
          )}
        </div>
      )}
    </details>
  );
}

/**
 * The markets to enter, those to come and those that are over. All lists are asked for at once; each is shown when the length
 * of those above it is known, so that nothing moves.
 */
export function MarketsPage() {
  const { data, isPending, isError, refetch } = useMarkets();
  const { isPending: areSessionsPending } = useReplaySessions();
  const { isPending: areDatasetsPending } = useDatasets();
  // A personal replay stands with the person's other ones.
  const markets = data?.filter(({ session }) => session === undefined) ?? [];
  const those = (status: Market['status']): Market[] => markets.filter((market) => market.status === status);
  return (
    <div className="page flex max-w-5xl flex-col gap-6">
      <header className="flex flex-col gap-1">
        <h1 className="page-title">Рынки</h1>
        <p className="max-w-prose text-secondary">
          На каждом рынке у вас отдельный счёт. Правила рынка открыты и не меняются после старта, цена одна для всех.
        </p>
      </header>
      {isError && <ErrorState title="Не удалось загрузить рынки" onRetry={() => void refetch()} />}
      {isPending && <Skeleton label="Загрузка рынков" className="h-48 rounded-lg" />}
      {data !== undefined && markets.length === 0 && <EmptyState title="Рынков пока нет" />}
      <Group title={texts.running} markets={those('running')} />
      <Group title={texts.upcoming} markets={those('upcoming')} />
      {!isPending && <OwnSessions />}
      {!isPending && !areSessionsPending && <DatasetList />}
      {!areSessionsPending && !areDatasetsPending && <Ended markets={those('ended')} />}
    </div>
  );
}
