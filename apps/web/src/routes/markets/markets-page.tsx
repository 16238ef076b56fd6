import type { Market } from '@plecho/contract';
import { useMarkets } from '@/api/queries.ts';
import { MarketCard } from '@/features/market/market-card.tsx';
import { DatasetList } from '@/features/replays/dataset-list.tsx';
import { OwnSessions } from '@/features/replays/own-sessions.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

/** A personal replay stands among its owner's own. */
const isShared = ({ session }: Market): boolean => session === undefined;

/** The markets to enter, each with its recipe. */
export function MarketsPage() {
  const { data: markets, isError, refetch } = useMarkets();
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-6 sm:py-8">
      <header className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold tracking-tight">Рынки</h1>
        <p className="max-w-prose text-secondary">
          На каждом рынке у вас отдельный счёт. Правила рынка открыты и не меняются после старта, цена одна для всех.
        </p>
      </header>
      {isError && <ErrorState title="Не удалось загрузить рынки" onRetry={() => void refetch()} />}
      {markets === undefined && !isError && <Skeleton label="Загрузка рынков" className="h-48 rounded-lg" />}
      {markets?.length === 0 && <EmptyState title="Рынков пока нет" />}
      <ul className="grid gap-4 md:grid-cols-2">
        {markets?.filter(isShared).map((market) => (
          <MarketCard key={market.id} market={market} />
        ))}
      </ul>
      <OwnSessions />
      <DatasetList />
    </div>
  );
}
