import { api, MAX_PAGE, type Operation } from '@plecho/contract';
import { call } from '@/api/client.ts';
import { collectPages } from '@/lib/csv.ts';
import { CsvExport } from '@/ui/csv-export.tsx';
import { serverFilter, type OperationFilters } from './filters.ts';
import { OPERATION_COLUMNS } from './operations-csv.ts';
import { texts } from './texts.ts';

/** Every operation that passes the filters as a file, however many pages that takes. */
export function OperationsExport({ filters }: { filters: OperationFilters }) {
  const collect = (onCount: (count: number) => void): Promise<Operation[]> =>
    collectPages(async (cursor) => {
      const query = { limit: MAX_PAGE, cursor, ...serverFilter(filters) };
      const { items, nextCursor } = await call(api.operations.list, { query });
      return { rows: items, next: nextCursor };
    }, onCount);
  return <CsvExport columns={OPERATION_COLUMNS} fileName="plecho-operations" collect={collect} texts={texts} />;
}
