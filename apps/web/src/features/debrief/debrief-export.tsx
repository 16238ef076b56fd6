import type { Debrief } from '@plecho/contract';
import { CsvExport } from '@/ui/csv-export.tsx';
import { columnsOf } from './debrief-csv.ts';
import { texts } from './texts.ts';

/** Everybody’s trades as a file, by persona. */
export function DebriefExport({ debrief }: { debrief: Debrief }) {
  return (
    <CsvExport
      columns={columnsOf(debrief)}
      fileName="debrief"
      collect={() => Promise.resolve(debrief.trades)}
      texts={texts.csv}
    />
  );
}
