import { usePersona } from '@/api/persona.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { PersonaForm } from './persona-form.tsx';
import { texts } from './texts.ts';

/** Until somebody chooses: nobody is listed by having done nothing. */
const UNCHOSEN = { animal: 'fox', colour: 'blue', listed: false } as const;

/** How one appears to others, to be chosen and changed. */
export function PersonaPanel({ onDone }: { onDone?: () => void }) {
  const { data: persona, isError, refetch } = usePersona();
  return (
    <Panel title={texts.title}>
      <p className="mb-3 text-secondary">{texts.lead}</p>
      {isError && persona === undefined && <ErrorState title={texts.failed} onRetry={() => void refetch()} />}
      {persona === undefined && !isError && <Skeleton label={texts.loading} className="h-80 sm:h-[21rem]" />}
      {persona !== undefined && (
        <PersonaForm start={persona ?? UNCHOSEN} {...(onDone === undefined ? {} : { onDone })} />
      )}
    </Panel>
  );
}
