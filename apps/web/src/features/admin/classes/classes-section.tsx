import { useState } from 'react';
import type { OperatedClass } from '@plecho/contract';
import { useOperatedClasses } from '@/api/admin-classes.ts';
import { useOperatorDatasets } from '@/api/admin-datasets.ts';
import { className } from '@/lib/class-words.ts';
import { keepUnits } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { formatTime } from '../format.ts';
import { Failure, LoadingRows } from '../parts.tsx';
import { RecordTable, type Column } from '../record-table.tsx';
import { ClassForm } from './class-form.tsx';
import { ClassView } from './class-view.tsx';
import { classTexts as texts } from './texts.ts';

const { columns } = texts;

const columnsOf = (open: (id: string) => void): readonly [Column<OperatedClass>, ...Column<OperatedClass>[]] => [
  { name: columns.name, cell: (found) => <span lang="ru">{className(found)}</span> },
  { name: columns.code, cell: ({ code }) => code },
  { name: columns.market, cell: ({ marketLabel }) => <span lang="ru">{keepUnits(marketLabel)}</span>, wraps: true },
  { name: columns.members, cell: ({ members }) => members, isFigure: true },
  {
    name: columns.state,
    cell: ({ over }) => <Badge tone={over ? 'neutral' : 'accent'}>{over ? texts.over : texts.running}</Badge>,
  },
  { name: columns.made, cell: ({ createdAt }) => formatTime(createdAt) },
  {
    name: columns.actions,
    cell: (found) => (
      <Button size="sm" aria-label={texts.openName(className(found))} onClick={() => open(found.id)}>
        {texts.open}
      </Button>
    ),
  },
];

function List({ onOpen }: { onOpen: (id: string) => void }) {
  const { data: classes, error, isPending, refetch } = useOperatedClasses();
  return (
    <Panel title={texts.list} flush>
      {error !== null && <Failure error={error} fallback={texts.failed} onRetry={() => void refetch()} />}
      {isPending && <LoadingRows />}
      {classes?.length === 0 && <EmptyState title={texts.empty} />}
      {classes !== undefined && classes.length > 0 && (
        <RecordTable caption={texts.list} columns={columnsOf(onOpen)} records={classes} keyOf={({ id }) => id} />
      )}
    </Panel>
  );
}

/** Classes: made here with rules that never change, watched, ended. */
export function ClassesSection() {
  const [shown, setShown] = useState<string | null>(null);
  const { data: datasets } = useOperatorDatasets();
  if (shown !== null) return <ClassView id={shown} onBack={() => setShown(null)} />;
  return (
    <>
      <ClassForm datasets={datasets?.items ?? []} />
      <List onOpen={setShown} />
    </>
  );
}
