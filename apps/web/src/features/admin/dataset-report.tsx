import type { DatasetReport } from '@plecho/contract';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { formatAmount } from './format.ts';
import { RecordTable, type Column } from './record-table.tsx';
import { texts } from './texts.ts';

const { report: words } = texts.datasets;

type Issue = DatasetReport['issues'][number];

const COLUMNS: readonly [Column<Issue>, ...Column<Issue>[]] = [
  { name: words.columns.line, cell: ({ line }) => formatAmount(String(line)) },
  { name: words.columns.kind, cell: ({ kind }) => words.kinds[kind] },
  { name: words.columns.message, cell: ({ message }) => message, wraps: true },
];

/** What an import found, with the number of each line that something was wrong with. */
export function DatasetReportView({ report }: { report: DatasetReport }) {
  const { dataset, known, counts, issues } = report;
  const found = (Object.keys(words.kinds) as Issue['kind'][]).filter((kind) => counts[kind] > 0);
  const all = found.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <section aria-label={words.title} className="flex flex-col gap-2 border-t border-hairline pt-3">
      <p role="status" className="font-medium">
        {known ? words.known(dataset.title) : words.imported(dataset.title)}
      </p>
      {all === 0 && <p className="text-secondary">{words.clean}</p>}
      {all > 0 && (
        <>
          <FactList>
            {found.map((kind) => (
              <Fact key={kind} name={words.kinds[kind]}>
                {formatAmount(String(counts[kind]))}
              </Fact>
            ))}
          </FactList>
          {issues.length < all && <p className="text-xs text-muted">{words.first(issues.length, all)}</p>}
          <div className="max-h-72 overflow-y-auto">
            <RecordTable
              caption={words.title}
              columns={COLUMNS}
              records={issues}
              keyOf={({ line, kind }) => `${line} ${kind}`}
            />
          </div>
        </>
      )}
    </section>
  );
}
