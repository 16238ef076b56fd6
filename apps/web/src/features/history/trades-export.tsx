import { api, MAX_PAGE, type NotedTrade } from '@plecho/contract';
import { call } from '@/api/client.ts';
import { useMarketTime } from '@/api/market-time.ts';
import { useMarket } from '@/api/queries.ts';
import { collectPages } from '@/lib/csv.ts';
import { CsvExport } from '@/ui/csv-export.tsx';
import { historyTexts as texts } from './texts.ts';
import { serverFilter, withinDates, type HistoryFilters } from './trade-filters.ts';
import { tradeColumns } from './trades-csv.ts';

/** Every trade that passes the filters as a file, however many pages that takes. */
export function TradesExport({ filters, className }: { filters: HistoryFilters; className: string }) {
  const { id: market } = useMarket();
  const time = useMarketTime();
  const collect = (onCount: (count: number) => void): Promise<NotedTrade[]> =>
    collectPages(async (cursor) => {
      const query = { market, limit: MAX_PAGE, cursor, ...serverFilter(filters) };
      const { items, nextCursor } = await call(api.trades.list, { query });
      const { trades, done } = withinDates(items, filters);
      return { rows: trades, next: done ? null : nextCursor };
    }, onCount);
  return (
    <CsvExport
      columns={tradeColumns(time)}
      fileName={`plecho-${market}`}
      collect={collect}
      texts={texts}
      className={className}
    />
  );
}
