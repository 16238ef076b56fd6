import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Tabs } from '@/ui/tabs.tsx';
import { CoinRow } from './coin-row.tsx';
import { COINS_SHOWN, type Coin, type CoinRanking } from './rank-coins.ts';
import { texts } from './texts.ts';
import { useRankedCoins } from './use-ranked-coins.ts';

const TABS = [
  { value: 'growth', label: texts.ranking.growth },
  { value: 'volume', label: texts.ranking.volume },
] as const;

function CoinSkeletons() {
  return (
    <div role="status" aria-label={texts.loading}>
      {Array.from({ length: COINS_SHOWN }, (_, row) => (
        <div key={row} className="flex h-14 items-center justify-between px-3">
          <Skeleton className="h-9 w-28" />
          <Skeleton className="h-9 w-20" />
        </div>
      ))}
    </div>
  );
}

function RankedCoins({ coins, ranking }: { coins: readonly Coin[]; ranking: CoinRanking }) {
  const [all, setAll] = useState(false);
  const ranked = useRankedCoins(coins, ranking);
  if (coins.length === 0) return <EmptyState title={texts.empty} hint={texts.emptyHint} />;
  if (ranked.length === 0) return <EmptyState title={texts.noRisers} hint={texts.noRisersHint} />;
  return (
    <>
      <ol className="divide-y divide-hairline/60">
        {(all ? ranked : ranked.slice(0, COINS_SHOWN)).map((coin, index) => (
          <CoinRow key={coin.symbol} coin={coin} rank={index + 1} />
        ))}
      </ol>
      {ranked.length > COINS_SHOWN && (
        <Button variant="ghost" size="lg" className="h-14 w-full rounded-none" onClick={() => setAll(!all)}>
          {all ? texts.less : texts.more(ranked.length - COINS_SHOWN)}
        </Button>
      )}
    </>
  );
}

/** The strongest and the most traded coins of the market; `coins` is null while they load. */
export function CoinLists({ coins }: { coins: readonly Coin[] | null }) {
  const [ranking, setRanking] = useState<CoinRanking>('growth');
  return (
    <Tabs label={texts.title} value={ranking} onChange={setRanking} tabs={TABS}>
      {coins === null ? <CoinSkeletons /> : <RankedCoins key={ranking} coins={coins} ranking={ranking} />}
    </Tabs>
  );
}
