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
import { Choice, Failure, LoadingRows, More, Table, TEXT_CELL } from './parts.tsx';
import { ACTIONS, texts } from './texts.ts';

type Action = AuditRecord['action'];
const ACTION_CHOICES: readonly (readonly ['' | Action, string])[] = [
  ['', texts.audit.all],
  ...(Object.entries(ACTIONS) as [Action, string][]),
];

function Row({ record }: { record: AuditRecord }) {
  const details = Object.entries(record.details).map(([name, value]) => `${name}: ${value}`);
  return (
    <tr>
      <td className={`${TEXT_CELL} whitespace-nowrap tabular`}>{formatTime(record.at)}</td>
      <td className={`${TEXT_CELL} whitespace-nowrap tabular`}>{record.operatorPhone}</td>
      <td className={`${TEXT_CELL} whitespace-nowrap`}>{ACTIONS[record.action]}</td>
      <td className={`${TEXT_CELL} whitespace-nowrap tabular`}>{record.targetPhone ?? '—'}</td>
      <td className={`${TEXT_CELL} text-secondary`}>{details.join(', ')}</td>
      <td className={TEXT_CELL}>
        <Badge tone={record.status === null || record.status < 400 ? 'neutral' : 'warn'}>
          {record.status ?? texts.audit.unanswered}
        </Badge>
      </td>
    </tr>
  );
}

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
          <Table caption={texts.sections.audit} left={texts.audit.columns}>
            {records.map((record) => (
              <Row key={record.id} record={record} />
            ))}
          </Table>
        )}
        <More hasMore={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      </Panel>
    </>
  );
}
