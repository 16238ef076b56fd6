import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Dataset, NewClass } from '@plecho/contract';
import { MAX_LEVERAGE, READY_RECIPES } from '@plecho/domain';
import { useMakeClass } from '@/api/admin-classes.ts';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { toUtcField, zoneName } from '../format.ts';
import { Choice, messageOf } from '../parts.tsx';
import { NUMBER_FIELD } from '../read-number.ts';
import { useClosedRequest } from '../use-closed-request.ts';
import { ClassReview } from './class-review.tsx';
import { classDraft, EMPTY_DRAFT, judge, newClassOf, PERCENTS, SOURCES, type ClassDraft } from './draft.ts';
import { classTexts } from './texts.ts';

const { form: words } = classTexts;
const SOURCE_OPTIONS = SOURCES.map((source) => [source, words.sources[source]] as const);
const RECIPES = READY_RECIPES.map(({ name }) => [name, name] as const);
const LEVERAGES = Array.from({ length: MAX_LEVERAGE }, (_, n) => [String(n + 1), `${n + 1}x`] as const);

type Form = UseFormReturn<ClassDraft>;

function Flag({ form, name, label }: { form: Form; name: 'blind' | 'calibration'; label: string }) {
  return (
    <label className="inline-flex min-h-8 items-center gap-2">
      <input type="checkbox" className="size-4 accent-accent" {...form.register(name)} />
      {label}
    </label>
  );
}

function ReplayFields({ form, datasets }: { form: Form; datasets: readonly Dataset[] }) {
  const toRecording = (id: string): void => {
    const recording = datasets.find((dataset) => dataset.id === id);
    if (recording !== undefined) form.setValue('from', toUtcField(recording.from));
  };
  return (
    <>
      <Choice
        label={words.dataset}
        options={[['', '—'] as const, ...datasets.map(({ id, title }) => [id, title] as const)]}
        {...form.register('dataset', {
          onChange: (event: { target: { value: string } }) => toRecording(event.target.value),
        })}
      />
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <TextField label={words.from} type="datetime-local" {...fieldOf(form, 'from')} />
        <TextField
          label={words.startAt}
          type="datetime-local"
          hint={words.zone(zoneName())}
          {...fieldOf(form, 'startAt')}
        />
        <TextField label={words.speed} numeric inputMode="numeric" {...fieldOf(form, 'speed')} />
      </div>
    </>
  );
}

function Source({ form, datasets }: { form: Form; datasets: readonly Dataset[] }) {
  const source = useWatch({ control: form.control, name: 'source' });
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Choice label={words.source} options={SOURCE_OPTIONS} {...form.register('source')} />
        <TextField label={words.startBalance} {...NUMBER_FIELD} suffix="USDT" {...fieldOf(form, 'startBalance')} />
      </div>
      {source === 'scenario' && (
        <>
          <Choice label={words.recipe} options={RECIPES} {...form.register('recipe')} />
          <Flag form={form} name="blind" label={words.blind} />
        </>
      )}
      {source === 'replay' && <ReplayFields form={form} datasets={datasets} />}
    </>
  );
}

function Rules({ form }: { form: Form }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1.5 font-semibold">{words.rules}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Choice label={words.maxLeverage} options={LEVERAGES} {...form.register('maxLeverage')} />
        {PERCENTS.map((name) => (
          <TextField key={name} label={words[name]} {...NUMBER_FIELD} suffix="%" {...fieldOf(form, name)} />
        ))}
        <TextField label={words.days} numeric inputMode="numeric" {...fieldOf(form, 'days')} />
      </div>
      <p className="text-xs text-muted">{words.noRule}</p>
      <Flag form={form} name="calibration" label={words.calibration} />
    </fieldset>
  );
}

/** Makes a class after a second step. */
export function ClassForm({ datasets }: { datasets: readonly Dataset[] }) {
  const [asked, setAsked] = useState<NewClass | null>(null);
  const making = useMakeClass();
  useClosedRequest(making, 'makeClass');
  const { mutate, isPending, error, reset } = making;
  const form = useForm<ClassDraft>({
    defaultValues: EMPTY_DRAFT,
    resolver: resolverOf(classDraft.check(judgedBy((draft: ClassDraft) => judge(draft, datasets)))),
    reValidateMode: 'onSubmit',
  });
  const back = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  useEffect(() => {
    if (asked === null && isBack.current) back.current?.focus();
    isBack.current = asked !== null;
  }, [asked]);
  const review = form.handleSubmit((draft) => {
    reset();
    setAsked(newClassOf(draft));
  });
  const make = (body: NewClass): void =>
    mutate(body, {
      onSuccess: ({ code }) => {
        toast.success(words.done(code));
        setAsked(null);
        form.reset(EMPTY_DRAFT);
      },
      onError: () => setAsked(null),
    });
  return (
    <Panel title={words.title}>
      <form noValidate onSubmit={(event) => void review(event)} className="flex flex-col gap-4">
        <p className="text-secondary">{words.lead}</p>
        {asked === null ? (
          <>
            <Source form={form} datasets={datasets} />
            <Rules form={form} />
            {error !== null && (
              <p role="alert" className="text-down">
                {messageOf(error, words.failed)}
              </p>
            )}
            <Button ref={back} type="submit" variant="primary" className="self-start">
              {words.submit}
            </Button>
          </>
        ) : (
          <ClassReview
            asked={asked}
            datasets={datasets}
            isPending={isPending}
            onConfirm={() => make(asked)}
            onBack={() => setAsked(null)}
          />
        )}
      </form>
    </Panel>
  );
}
