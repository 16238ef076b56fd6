import { useMemo, useState } from 'react';
import { useFieldArray, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Market } from '@plecho/contract';
import { MAX_STAGES, READY_RECIPES } from '@plecho/domain';
import { useChecking } from '@/api/intents/carry-out.ts';
import { usePublishScenario } from '@/api/scenarios.ts';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { zoneName } from '../format.ts';
import { Choice, messageOf } from '../parts.tsx';
import { NO_COSTS } from './costs-draft.ts';
import { CostsFields } from './costs-fields.tsx';
import { draftOf, judge, NEW_STAGE, publicationOf, recipeOf, scenarioDraft, type ScenarioDraft } from './draft.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { ScenarioPreview } from './scenario-preview.tsx';
import { StageFields } from './stage-fields.tsx';
import { marketTexts } from './texts.ts';
import { useClosedRequest } from '../use-closed-request.ts';

const { form: words } = marketTexts;
const OWN = '';
const READY = [[OWN, words.ownRecipe], ...READY_RECIPES.map(({ name }) => [name, name] as const)] as const;

const emptyDraft = (base: string): ScenarioDraft => ({
  ...{ base, stages: [NEW_STAGE], costs: NO_COSTS, blind: false, startAt: '', endAt: '' },
});

function Stages({ form, symbols }: { form: UseFormReturn<ScenarioDraft>; symbols: readonly string[] }) {
  const { fields, append, remove, move, replace } = useFieldArray({ control: form.control, name: 'stages' });
  const startFrom = (name: string): void => {
    const ready = READY_RECIPES.find((each) => each.name === name);
    replace(ready === undefined ? [NEW_STAGE] : ready.stages.map(draftOf));
  };
  return (
    <>
      <Choice label={words.ready} options={READY} onChange={(event) => startFrom(event.target.value)} />
      {fields.map(({ id }, index) => (
        <StageFields
          key={id}
          form={form}
          index={index}
          count={fields.length}
          symbols={symbols}
          onMove={(to) => move(index, to)}
          onRemove={() => remove(index)}
        />
      ))}
      <Button className="self-start" disabled={fields.length >= MAX_STAGES} onClick={() => append(NEW_STAGE)}>
        {words.add}
      </Button>
    </>
  );
}

function Times({ form }: { form: UseFormReturn<ScenarioDraft> }) {
  const hint = words.zone(zoneName());
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <TextField type="datetime-local" label={words.startAt} hint={hint} {...fieldOf(form, 'startAt')} />
      <TextField type="datetime-local" label={words.endAt} hint={hint} {...fieldOf(form, 'endAt')} />
    </div>
  );
}

/** Publishes what was confirmed. A draft waits here while its maker looks at it once more. */
function usePublication(form: UseFormReturn<ScenarioDraft>) {
  const publishing = usePublishScenario();
  useClosedRequest(publishing, 'publishScenario');
  const { mutate, isPending, error, reset } = publishing;
  const checking = useChecking('publishScenario');
  const [asked, setAsked] = useState<ScenarioDraft | null>(null);
  const [published, setPublished] = useState(0);
  const close = (): void => {
    setAsked(null);
    reset();
  };
  const confirm = (): void => {
    if (asked === null) return;
    mutate(publicationOf(asked), {
      onSuccess: () => {
        close();
        form.reset(emptyDraft(asked.base));
        setPublished(published + 1);
        toast.success(words.published);
      },
    });
  };
  const refusal = error === null ? null : messageOf(error, words.publishFailed);
  return {
    ask: setAsked,
    /** How many, so far: what the form began from is said of one. */
    published,
    dialog: { draft: asked, pending: isPending, checking, refusal, onConfirm: confirm, onClose: close },
  };
}

/**
 * Makes a scenario of stages; what can be typed is numbers and times, never a word (charter rule C4).
 * @param bases markets that a scenario can be over
 */
export function ScenarioForm({ bases }: { bases: readonly Market[] }) {
  const symbolsByBase = useMemo(() => new Map(bases.map(({ id, symbols }) => [id, symbols])), [bases]);
  // A synthetic market of a scenario's own has the pairs of any other one.
  const synthetic = bases.find(({ kind }) => kind === 'synthetic') ?? bases[0];
  const symbolsOf = (base: string): readonly string[] => symbolsByBase.get(base) ?? synthetic?.symbols ?? [];
  const wrong = (draft: ScenarioDraft) => judge(draft, new Set(symbolsOf(draft.base)));
  const form = useForm<ScenarioDraft>({
    defaultValues: emptyDraft(bases[0]?.id ?? OWN),
    resolver: resolverOf(scenarioDraft.check(judgedBy(wrong))),
  });
  const draft = useWatch({ control: form.control }) as ScenarioDraft;
  const { ask, published, dialog } = usePublication(form);
  const symbols = symbolsOf(draft.base);
  const refusal = form.formState.errors.root?.message;
  const isFaulty = wrong({ ...draft, costs: NO_COSTS, startAt: '', endAt: '' }) !== null;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Panel title={words.title}>
        <form noValidate onSubmit={(event) => void form.handleSubmit(ask)(event)} className="flex flex-col gap-3">
          <p className="text-xs text-muted">{words.lead}</p>
          <Choice
            label={words.base}
            options={[...bases.map(({ id, label }) => [id, label] as const), [OWN, words.ownBase]]}
            {...form.register('base')}
          />
          <Stages key={published} form={form} symbols={symbols} />
          <CostsFields form={form} />
          <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            <input type="checkbox" {...form.register('blind')} />
            {words.blind}
          </label>
          <Times form={form} />
          {refusal !== undefined && (
            <p role="alert" className="text-down">
              {refusal}
            </p>
          )}
          <Button type="submit" variant="primary" className="self-start">
            {words.publish}
          </Button>
        </form>
      </Panel>
      <div className="lg:sticky lg:top-4">
        <ScenarioPreview recipe={isFaulty ? null : recipeOf(draft)} symbols={symbols} />
      </div>
      <PublishDialog {...dialog} />
    </div>
  );
}
