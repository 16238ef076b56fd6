import { api, type Operation } from '@plecho/contract';
import { call } from '@/api/client.ts';
import { CsvExport } from '@/ui/csv-export.tsx';
import { serverFilter, type OperationFilters } from './filters.ts';
import { OPERATION_COLUMNS } from './operations-csv.ts';
import { texts } from './texts.ts';

/** The largest page the API gives. */
const PAGE = 200;

/** Every operation that passes the filters as a file, however many pages that takes. */
export function OperationsExport({ filters }: { filters: OperationFilters }) {
  const collect = async (onCount: (count: number) => void): Promise<Operation[]> => {
    const found: Operation[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await call(api.operations.list, {
        query: { limit: PAGE, cursor, ...serverFilter(filters) },
      });
      found.push(...page.items);
      onCount(found.length);
      if (page.nextCursor === null) return found;
      cursor = page.nextCursor;
    }
  };
  return <CsvExport columns={OPERATION_COLUMNS} fileName="plecho-operations" collect={collect} texts={texts} />;
}
