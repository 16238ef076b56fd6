import { useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useMarket } from '@/api/queries.ts';
import { HistoryFilters } from '@/features/history/history-filters.tsx';
import { HistoryTable } from '@/features/history/history-table.tsx';
import { NO_FILTERS } from '@/features/history/trade-filters.ts';
import { MarketLabel } from '@/features/market-label/market-label.tsx';
import { useOpenReceipt } from '@/features/receipt/receipt-host.tsx';
import { TradeCards } from '@/features/recent-trades/trade-cards.tsx';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { Panel } from '@/ui/index.ts';

/** The season that the address asks for (`?season=2`); '' for all of them. */
function useSeasonOfAddress(): string {
  const { search } = useLocation();
  const season = (search as Record<string, string | undefined>)['season'] ?? '';
  return /^[1-9]\d{0,5}$/.test(season) ? season : '';
}

/** /history: every closed trade of the market, filtered, with its receipt, and as a file. */
export function HistoryPage() {
  const market = useMarket();
  const openReceipt = useOpenReceipt();
  const isNarrow = useMediaQuery('(max-width: 48rem)');
  const season = useSeasonOfAddress();
  const [filters, setFilters] = useState({ ...NO_FILTERS, season });
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-lg font-semibold">История сделок</h1>
        <MarketLabel market={market} />
      </div>
      <HistoryFilters filters={filters} onChange={setFilters} />
      <Panel flush label="Сделки">
        <HistoryTable
          filters={filters}
          onOpenReceipt={openReceipt}
          {...(isNarrow ? { cards: (trades) => <TradeCards trades={trades} /> } : {})}
        />
      </Panel>
    </div>
  );
}
