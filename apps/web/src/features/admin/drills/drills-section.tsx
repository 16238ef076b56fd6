import { useState } from 'react';
import type { Dataset } from '@plecho/contract';
import { useOperatedClasses } from '@/api/admin-classes.ts';
import { useOperatedDrills } from '@/api/drills.ts';
import { useDatasets } from '@/api/replays.ts';
import { className } from '@/lib/class-words.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Choice, Failure, LoadingRows } from '../parts.tsx';
import { DrillCard } from './drill-card.tsx';
import { DrillForm } from './drill-form.tsx';
import { texts } from './texts.ts';

const isSome = (datasets: readonly Dataset[]): datasets is readonly [Dataset, ...Dataset[]] => datasets.length > 0;

function Drills({ code }: { code: string }) {
  const { data: drills, error, isPending, refetch } = useOperatedDrills(code);
  const { data: datasets = [] } = useDatasets();
  return (
    <>
      <Panel title={texts.list.title} flush>
        {error !== null && <Failure error={error} fallback={texts.list.failed} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows />}
        {drills?.length === 0 && <EmptyState title={texts.list.empty} />}
        {drills !== undefined && drills.length > 0 && (
          <ul>
            {drills.map((drill) => (
              <DrillCard key={drill.market} known={drill} />
            ))}
          </ul>
        )}
      </Panel>
      {drills !== undefined && (
        <Panel title={texts.make.title}>
          {isSome(datasets) ? (
            <DrillForm key={code} code={code} datasets={datasets} />
          ) : (
            <p className="text-muted">{texts.make.empty}</p>
          )}
        </Panel>
      )}
    </>
  );
}

/** Drills: made for a class, started, paused and ended by whichever operator is there. */
export function DrillsSection() {
  const { data: classes, error, isPending, refetch } = useOperatedClasses();
  const [chosen, setChosen] = useState<string | null>(null);
  const code = chosen ?? classes?.[0]?.code ?? null;
  // A class that a colleague makes comes first in the list: the one that is shown, with its draft, stays.
  if (chosen !== code) setChosen(code);
  return (
    <>
      <Panel label={texts.class.label}>
        {error !== null && <Failure error={error} fallback={texts.class.failed} onRetry={() => void refetch()} />}
        {isPending && <LoadingRows />}
        {classes?.length === 0 && <EmptyState title={texts.class.empty} />}
        {classes !== undefined && classes.length > 0 && (
          <Choice
            label={texts.class.label}
            value={code ?? ''}
            options={classes.map((each) => [each.code, `${className(each)}, ${each.code}`] as const)}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
      </Panel>
      {code !== null && <Drills code={code} />}
    </>
  );
}
