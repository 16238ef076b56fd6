import { useState } from 'react';
import type { Dataset } from '@plecho/contract';
import { useOperatedDrills } from '@/api/drills.ts';
import { useDatasets } from '@/api/replays.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { Failure, LoadingRows } from '../parts.tsx';
import { DrillCard } from './drill-card.tsx';
import { DrillForm } from './drill-form.tsx';
import { texts } from './texts.ts';

const CODE = /^[A-HJ-NP-Z2-9]{8}$/;
const isSome = (datasets: readonly Dataset[]): datasets is readonly [Dataset, ...Dataset[]] => datasets.length > 0;

function ClassCode({ onChosen }: { onChosen: (code: string) => void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const choose = (event: React.SyntheticEvent): void => {
    event.preventDefault();
    const code = typed.trim().toUpperCase();
    setWrong(!CODE.test(code));
    if (CODE.test(code)) onChosen(code);
  };
  return (
    <Panel label={texts.class.label}>
      <form noValidate onSubmit={choose} className="flex flex-wrap items-end gap-3">
        <TextField
          label={texts.class.label}
          hint={texts.class.hint}
          maxLength={12}
          autoComplete="off"
          value={typed}
          error={isWrong ? texts.class.wrong : null}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="primary">
          {texts.class.submit}
        </Button>
      </form>
    </Panel>
  );
}

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
  const [code, setCode] = useState<string | null>(null);
  return (
    <>
      <ClassCode onChosen={setCode} />
      {code !== null && <Drills code={code} />}
    </>
  );
}
