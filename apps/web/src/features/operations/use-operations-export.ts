import { useState } from 'react';
import type { OperationList } from '@plecho/contract';
import { request } from '@/api/client.ts';
import { downloadCsv } from '@/lib/csv.ts';
import { toast } from '@/ui/toast.tsx';
import { serverFilter, type OperationFilters } from './filters.ts';
import { csvHeader, csvLine } from './operations-csv.ts';
import { texts } from './texts.ts';

/** The largest page the API gives. */
const PAGE = 200;

/** Downloads every operation that passes the filters, however many pages that takes. */
export function useOperationsExport(filters: OperationFilters) {
  const [count, setCount] = useState<number | null>(null);

  const collect = async (): Promise<string[]> => {
    const lines = [csvHeader()];
    let cursor: string | undefined;
    for (;;) {
      const page = await request<OperationList>('GET', '/payments/transactions', {
        query: { limit: PAGE, cursor, ...serverFilter(filters) },
      });
      lines.push(...page.items.map(csvLine));
      setCount(lines.length - 1);
      if (page.nextCursor === null) return lines;
      cursor = page.nextCursor;
    }
  };

  const run = async (): Promise<void> => {
    if (count !== null) return;
    setCount(0);
    try {
      const lines = await collect();
      downloadCsv(lines, `plecho-operations-${new Date().toISOString().slice(0, 10)}.csv`);
      toast.success(texts.exported(lines.length - 1));
    } catch {
      toast.error(texts.exportFailed);
    } finally {
      setCount(null);
    }
  };
  return { count, run };
}
