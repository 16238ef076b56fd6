import { useState, type SubmitEvent } from 'react';
import type { OwnedOperation } from '@plecho/contract';
import { isNetwork, NETWORK_RULES } from '@plecho/network';
import { useOwnedOperation, useOwnedOperations } from '@/api/admin.ts';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { SegmentedControl } from '@/ui/segmented-control.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { formatAmount, formatTime } from './format.ts';
import { Failure, LoadingRows, More } from './parts.tsx';
import { RecordTable, type Column } from './record-table.tsx';
import { FAILURES, OPERATION_STATUS, OPERATION_TYPES, texts } from './texts.ts';

type Operation = OwnedOperation['operation'];
type Status = '' | Operation['status'];

const STATUSES = (['pending', 'completed', 'failed', ''] as const).map((value) => ({
  value,
  label: texts.operations.statuses[value],
}));
const TONES: Record<Operation['status'], BadgeTone> = { pending: 'accent', completed: 'neutral', failed: 'warn' };

const networkName = ({ network }: Operation): string | null =>
  network !== null && isNetwork(network) ? NETWORK_RULES[network].title : null;

function Confirmations({ operation: { confirmations, confirmationsNeeded } }: { operation: Operation }) {
  return confirmationsNeeded === 0 ? '—' : `${Math.min(confirmations, confirmationsNeeded)} / ${confirmationsNeeded}`;
}

function TypeCell({ operation }: { operation: Operation }) {
  const network = networkName(operation);
  return (
    <>
      {OPERATION_TYPES[operation.type]}
      {network !== null && <span className="block text-xs text-muted">{network}</span>}
    </>
  );
}

function StatusCell({ operation: { status, failure } }: { operation: Operation }) {
  return (
    <>
      <Badge tone={TONES[status]}>{OPERATION_STATUS[status]}</Badge>
      {failure !== null && <span className="block text-xs text-muted">{FAILURES[failure]}</span>}
    </>
  );
}

const { columns } = texts.operations;
const COLUMNS: readonly [Column<OwnedOperation>, ...Column<OwnedOperation>[]] = [
  { name: columns.code, cell: ({ operation }) => `#${operation.code}` },
  { name: columns.created, cell: ({ operation }) => formatTime(operation.createdAt) },
  { name: columns.user, cell: ({ phone }) => phone ?? texts.operations.guest },
  { name: columns.type, cell: ({ operation }) => <TypeCell operation={operation} /> },
  { name: columns.status, cell: ({ operation }) => <StatusCell operation={operation} />, wraps: true },
  {
    name: columns.amount,
    cell: ({ operation }) => `${formatAmount(operation.amount)} ${operation.currency}`,
    isFigure: true,
  },
  {
    name: columns.value,
    cell: ({ operation }) => (operation.value === null ? '—' : formatAmount(operation.value)),
    isFigure: true,
  },
  {
    name: columns.confirmations,
    cell: ({ operation }) => <Confirmations operation={operation} />,
    isFigure: true,
  },
];

function OperationTable({ caption, records }: { caption: string; records: readonly OwnedOperation[] }) {
  return <RecordTable caption={caption} columns={COLUMNS} records={records} keyOf={({ operation }) => operation.id} />;
}

function LookUp() {
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const { data, error, isFetching, refetch } = useOwnedOperation(code);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted !== '' && wanted === code) void refetch();
    else setCode(wanted);
  };
  return (
    <Panel title={texts.operations.code}>
      <form noValidate role="search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          label={texts.operations.code}
          hideLabel
          placeholder="#REQ123456"
          autoComplete="off"
          value={typed}
          className="w-full sm:w-56"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" className="h-10" pending={isFetching}>
          {texts.operations.find}
        </Button>
      </form>
      {error !== null && <Failure error={error} fallback={texts.operations.lookUpFailed} />}
      {data !== undefined && error === null && (
        <div className="mt-3">
          <OperationTable caption={`#${data.operation.code}`} records={[data]} />
        </div>
      )}
    </Panel>
  );
}

/** Deposits and withdrawals of everybody, and one by its code: to read, never to decide (charter rule C4). */
export function OperationsSection() {
  const [status, setStatus] = useState<Status>('pending');
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useOwnedOperations(status);
  const records = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <LookUp />
      <Panel
        title={texts.sections.transfers}
        flush
        aside={
          <SegmentedControl
            label={texts.operations.status}
            value={status}
            options={STATUSES}
            onChange={(value) => setStatus(value)}
          />
        }
      >
        <p className="px-3 pb-2 text-xs text-muted">{texts.operations.readOnly}</p>
        {error !== null && <Failure error={error} fallback={texts.operations.failed} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows />}
        {data !== undefined && records.length === 0 && <EmptyState title={texts.operations.empty} />}
        {records.length > 0 && <OperationTable caption={texts.sections.transfers} records={records} />}
        <More hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      </Panel>
    </>
  );
}
