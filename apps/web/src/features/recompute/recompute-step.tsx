import { Panel } from '@/ui/panel.tsx';
import { Answers } from './answers.tsx';
import { KeyedDay } from './keyed-day.tsx';
import type { Checked } from './named-record.ts';
import { recomputeInWorker } from './recompute.ts';
import { texts } from './texts.ts';
import { useRecompute } from './use-recompute.ts';

type RecomputeStepProps = Omit<Checked, 'recompute'> & Partial<Pick<Checked, 'recompute'>>;

function Seeded({ definition, records, recompute }: Checked) {
  const { data: answers, isError } = useRecompute({ definition, records, recompute, key: null, enabled: true });
  return (
    <Panel title={texts.seedTitle}>
      <div className="flex flex-col gap-3">
        <p className="text-secondary">{texts.seedWhat}</p>
        {isError && <p role="alert">{texts.failed}</p>}
        {!isError && answers === undefined && <p className="text-secondary">{texts.working}</p>}
        {answers !== undefined && <Answers records={records} answers={answers} />}
      </div>
    </Panel>
  );
}

/**
 * The step of a proof in which the browser makes the prices of a synthetic market anew, from the published key of the day or
 * from the market's seed. Nothing for other markets.
 */
export function RecomputeStep({ recompute = recomputeInWorker, ...rest }: RecomputeStepProps) {
  const { definition, records } = rest;
  if (definition.market.kind !== 'synthetic' || records.length === 0) return null;
  const checked = { ...rest, recompute };
  return definition.parameters['anchor'] === undefined ? <Seeded {...checked} /> : <KeyedDay {...checked} />;
}
