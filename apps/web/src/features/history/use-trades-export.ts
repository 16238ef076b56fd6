import { useState } from 'react';
import type { TradeList } from '@plecho/contract';
import { request } from '@/api/client.ts';
import { useMarket } from '@/api/queries.ts';
import { downloadCsv } from '@/lib/csv.ts';
import { toast } from '@/ui/index.ts';
import { historyTexts as texts } from './texts.ts';
import { serverFilter, withinDates, type HistoryFilters } from './trade-filters.ts';
import { csvHeader, csvLine } from './trades-csv.ts';

/** The largest page the API gives. */
const PAGE = 200;

/** Downloads every trade that passes the filters, however many pages that takes. */
export function useTradesExport(filters: HistoryFilters) {
  const { id: market } = useMarket();
  const [count, setCount] = useState<number | null>(null);

  const collect = async (): Promise<string[]> => {
    const parts = [csvHeader()];
    let cursor: string | undefined;
    for (;;) {
      const page = await request<TradeList>('GET', '/trading/trades', {
        query: { market, limit: PAGE, cursor, ...serverFilter(filters) },
      });
      const { trades, done } = withinDates(page.items, filters);
      parts.push(...trades.map(csvLine));
      setCount(parts.length - 1);
      if (done || page.nextCursor === null) return parts;
      cursor = page.nextCursor;
    }
  };

  const run = async (): Promise<void> => {
    if (count !== null) return;
    setCount(0);
    try {
      const parts = await collect();
      downloadCsv(parts, `plecho-${market}-${new Date().toISOString().slice(0, 10)}.csv`);
      toast.success(texts.exported(parts.length - 1));
    } catch {
      toast.error(texts.exportFailed);
    } finally {
      setCount(null);
    }
  };
  return { count, run };
}
