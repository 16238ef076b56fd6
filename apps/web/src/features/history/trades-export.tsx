import { api, type Trade } from '@plecho/contract';
import { call } from '@/api/client.ts';
import { useMarket } from '@/api/queries.ts';
import { CsvExport } from '@/ui/csv-export.tsx';
import { historyTexts as texts } from './texts.ts';
import { serverFilter, withinDates, type HistoryFilters } from './trade-filters.ts';
import { TRADE_COLUMNS } from './trades-csv.ts';

/** The largest page the API gives. */
const PAGE = 200;

/** Every trade that passes the filters as a file, however many pages that takes. */
export function TradesExport({ filters, className }: { filters: HistoryFilters; className: string }) {
  const { id: market } = useMarket();
  const collect = async (onCount: (count: number) => void): Promise<Trade[]> => {
    const found: Trade[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await call(api.trades.list, {
        query: { market, limit: PAGE, cursor, ...serverFilter(filters) },
      });
      const { trades, done } = withinDates(page.items, filters);
      found.push(...trades);
      onCount(found.length);
      if (done || page.nextCursor === null) return found;
      cursor = page.nextCursor;
    }
  };
  return (
    <CsvExport
      columns={TRADE_COLUMNS}
      fileName={`plecho-${market}`}
      collect={collect}
      texts={texts}
      className={className}
    />
  );
}
