import { useState } from 'react';
import type { TradeList } from '@plecho/contract';
import { request } from '@/api/client.ts';
import { useMarket } from '@/api/queries.ts';
import { toast } from '@/ui/index.ts';
import { historyTexts as texts } from './texts.ts';
import { serverFilter, withinDates, type HistoryFilters } from './trade-filters.ts';
import { csvHeader, csvLine } from './trades-csv.ts';

/** The largest page the API gives. */
const PAGE = 200;
/** Spreadsheets take a file for UTF-8 only with this mark in front. */
const UTF8_MARK = '\uFEFF';

function download(parts: string[], name: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads every trade that passes the filters, however many pages that takes. */
export function useTradesExport(filters: HistoryFilters) {
  const { id: market } = useMarket();
  const [count, setCount] = useState<number | null>(null);

  const collect = async (): Promise<string[]> => {
    const parts = [UTF8_MARK, csvHeader()];
    let cursor: string | undefined;
    for (;;) {
      const page = await request<TradeList>('GET', '/trading/trades', {
        query: { market, limit: PAGE, cursor, ...serverFilter(filters) },
      });
      const { trades, done } = withinDates(page.items, filters);
      parts.push(...trades.map(csvLine));
      setCount(parts.length - 2);
      if (done || page.nextCursor === null) return parts;
      cursor = page.nextCursor;
    }
  };

  const run = async (): Promise<void> => {
    if (count !== null) return;
    setCount(0);
    try {
      const parts = await collect();
      download(parts, `plecho-${market}-${new Date().toISOString().slice(0, 10)}.csv`);
      toast.success(texts.exported(parts.length - 2));
    } catch {
      toast.error(texts.exportFailed);
    } finally {
      setCount(null);
    }
  };
  return { count, run };
}
