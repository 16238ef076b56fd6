import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AuditRecord } from '@plecho/contract';
import { useAudit, type AuditFilter } from '@/api/admin.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { formatTime } from './format.ts';
import { Choice, Failure, LoadingRows, More } from './parts.tsx';
import { RecordTable, type Column } from './record-table.tsx';
import { ACTIONS, texts } from './texts.ts';

type Action = AuditRecord['action'];
const ACTION_CHOICES: readonly (readonly ['' | Action, string])[] = [
  ['', texts.audit.all],
  ...(Object.entries(ACTIONS) as [Action, string][]),
];

const detailsOf = ({ details }: AuditRecord): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

function AnswerCell({ status }: { status: number | null }) {
  return <Badge tone={status === null || status < 400 ? 'neutral' : 'warn'}>{status ?? texts.audit.unanswered}</Badge>;
}

const { columns } = texts.audit;
const COLUMNS: readonly [Column<AuditRecord>, ...Column<AuditRecord>[]] = [
  { name: columns.time, cell: ({ at }) => formatTime(at) },
  { name: columns.operator, cell: ({ operatorPhone }) => operatorPhone },
  { name: columns.action, cell: ({ action }) => ACTIONS[action] },
  { name: columns.user, cell: ({ targetPhone }) => targetPhone ?? '—' },
  { name: columns.details, cell: detailsOf, wraps: true },
  { name: columns.answer, cell: ({ status }) => <AnswerCell status={status} /> },
];

interface Draft {
  action: '' | Action;
  operator: string;
  target: string;
}

function toFilter({ action, operator, target }: Draft): AuditFilter {
  return {
    ...(action === '' ? {} : { action }),
    ...(operator.trim() === '' ? {} : { operator: operator.trim() }),
    ...(target.trim() === '' ? {} : { target: target.trim() }),
  };
}

function Filters({ onApply }: { onApply: (filter: AuditFilter) => void }) {
  const { register, handleSubmit } = useForm<Draft>({ defaultValues: { action: '', operator: '', target: '' } });
  const submit = handleSubmit((draft) => onApply(toFilter(draft)));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3">
      <Choice label={texts.audit.action} options={ACTION_CHOICES} {...register('action')} />
      <TextField
        label={texts.audit.operator}
        type="tel"
        autoComplete="off"
        className="w-44"
        {...register('operator')}
      />
      <TextField label={texts.audit.target} type="tel" autoComplete="off" className="w-44" {...register('target')} />
      <Button type="submit" className="h-10">
        {texts.audit.apply}
      </Button>
    </form>
  );
}

/** Every call of the operator area, by whomever. */
export function AuditSection() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAudit(filter);
  const records = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <Filters onApply={setFilter} />
      <Panel title={texts.sections.audit} flush>
        {error !== null && <Failure error={error} fallback={texts.audit.failed} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows />}
        {data !== undefined && records.length === 0 && <EmptyState title={texts.audit.empty} />}
        {records.length > 0 && (
          <RecordTable caption={texts.sections.audit} columns={COLUMNS} records={records} keyOf={({ id }) => id} />
        )}
        <More hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      </Panel>
    </>
  );
}
