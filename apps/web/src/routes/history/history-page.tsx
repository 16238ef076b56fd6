import { useState } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useMarket, useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { FundingList } from '@/features/history/funding-list.tsx';
import { HistoryFilters } from '@/features/history/history-filters.tsx';
import { HistoryTable } from '@/features/history/history-table.tsx';
import { historyTexts as texts } from '@/features/history/texts.ts';
import { filtersOfAddress, type HistoryFilters as Filters } from '@/features/history/trade-filters.ts';
import { MarketLabel } from '@/features/market/market-label.tsx';
import { useOpenReceipt } from '@/features/receipt/receipt-host.tsx';
import { TradeCards } from '@/features/history/trade-cards.tsx';
import { useMediaQuery } from '@/lib/use-media-query.ts';
import { Panel, SegmentedControl, useGo } from '@/ui/index.ts';

/** The filters of the address: they outlive a reload, and can be sent on or kept as a bookmark. */
function useFilters(): [Filters, (filters: Filters) => void] {
  const { search } = useLocation();
  const market = useMarketParam();
  const go = useGo();
  const set = (filters: Filters): void => go(paths.history(market, { ...filters }), { replace: true });
  return [filtersOfAddress(search), set];
}

/** /history: every closed trade of the market, filtered, with its receipt, and as a file. */
export function HistoryPage() {
  const market = useMarket();
  const openReceipt = useOpenReceipt();
  const isNarrow = useMediaQuery('(width < 64rem)');
  const [filters, setFilters] = useFilters();
  const [shown, setShown] = useState<'trades' | 'funding'>('trades');
  return (
    <div className="page flex max-w-6xl flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="page-title">История сделок</h1>
        <MarketLabel market={market} />
      </div>
      {market.funding !== null && (
        <SegmentedControl
          label={texts.shown}
          size="md"
          className="self-start"
          value={shown}
          onChange={setShown}
          options={(['trades', 'funding'] as const).map((value) => ({ value, label: texts[value] }))}
        />
      )}
      {shown === 'funding' && market.funding !== null ? (
        <Panel flush label={texts.funding}>
          <FundingList />
        </Panel>
      ) : (
        <>
          <HistoryFilters filters={filters} onChange={setFilters} />
          <Panel flush label={texts.trades}>
            <HistoryTable
              filters={filters}
              onOpenReceipt={openReceipt}
              {...(isNarrow ? { cards: (trades) => <TradeCards trades={trades} /> } : {})}
            />
          </Panel>
        </>
      )}
    </div>
  );
}
