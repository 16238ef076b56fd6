import type { Dataset } from '@plecho/contract';
import { useOperatorDatasets } from '@/api/admin-datasets.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { formatAmount, formatUtcDay } from './format.ts';
import { Failure, LoadingRows } from './parts.tsx';
import { RecordTable, type Column } from './record-table.tsx';
import { ReplayForm } from './replay-form.tsx';
import { texts } from './texts.ts';
import { UploadPanel } from './upload-panel.tsx';

const { columns, provenance: PROVENANCE } = texts.datasets;
const HASH_SHOWN = 12;

const COLUMNS: readonly [Column<Dataset>, ...Column<Dataset>[]] = [
  { name: columns.title, cell: ({ title }) => title, wraps: true },
  { name: columns.period, cell: ({ from, to }) => `${formatUtcDay(from)} – ${formatUtcDay(to - 1)}` },
  { name: columns.pairs, cell: ({ symbols }) => symbols.join(', '), wraps: true },
  { name: columns.minutes, cell: ({ minutes }) => formatAmount(String(minutes)), isFigure: true },
  { name: columns.provenance, cell: ({ provenance }) => PROVENANCE[provenance] },
  {
    name: columns.sha256,
    cell: ({ sha256 }) => (
      <span title={sha256.join('\n')}>{sha256.map((hash) => `${hash.slice(0, HASH_SHOWN)}…`).join(' ') || '—'}</span>
    ),
    wraps: true,
  },
];

/** Recordings for replays: what there is, the import of more, and a replay of one for everybody. */
export function DatasetsSection() {
  const { data, error, isPending, refetch } = useOperatorDatasets();
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <UploadPanel imports={data?.imports ?? []} />
        <ReplayForm datasets={data?.items ?? []} />
      </div>
      <Panel title={texts.sections.datasets} flush>
        {error !== null && <Failure error={error} fallback={texts.datasets.failed} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows />}
        {data?.items.length === 0 && <EmptyState title={texts.datasets.empty} />}
        {data !== undefined && data.items.length > 0 && (
          <RecordTable
            caption={texts.sections.datasets}
            columns={COLUMNS}
            records={data.items}
            keyOf={({ id }) => id}
          />
        )}
      </Panel>
    </>
  );
}
