import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Dataset, NewReplay } from '@plecho/contract';
import { usePublishReplay } from '@/api/admin-datasets.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { formatTime, fromUtcField, toUtcField } from './format.ts';
import { messageOf } from './parts.tsx';
import { placeRefusal, RecordingFields } from './recording-fields.tsx';
import { texts } from './texts.ts';
import { useClosedRequest } from './use-closed-request.ts';

const { publish: words } = texts.datasets;
const FASTEST = 600;

const fields = z.strictObject({
  dataset: z.string(),
  symbols: z.array(z.string()),
  from: z.string(),
  startAt: z.string(),
  speed: z.string(),
});
type Draft = z.infer<typeof fields>;

const speedOf = (typed: string): number => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0);

/** What is wrong with it, first by first. */
const resolverFor = (datasets: readonly Dataset[]) =>
  resolverOf(
    fields.check(
      judgedBy(({ dataset, from, startAt, speed }) => {
        const refusal = placeRefusal(
          datasets.find(({ id }) => id === dataset),
          from,
        );
        if (refusal !== null) return { field: 'from', text: refusal };
        if (Number.isNaN(Date.parse(startAt))) return { field: 'startAt', text: texts.recording.noTime };
        const chosen = speedOf(speed);
        return chosen < 1 || chosen > FASTEST ? { field: 'speed', text: words.wrongSpeed } : null;
      }),
    ),
  );

const bodyOf = ({ dataset, symbols, from, startAt, speed }: Draft): NewReplay => ({
  dataset,
  ...(symbols.length === 0 ? {} : { symbols }),
  from: fromUtcField(from) ?? 0,
  startAt: Math.floor(Date.parse(startAt) / 1000),
  speed: speedOf(speed),
});

interface ConfirmProps {
  body: NewReplay;
  title: string;
  onDone: () => void;
  onCancel: () => void;
}

/** The last step before it can't be changed any more. */
function Confirm({ body, title, onDone, onCancel }: ConfirmProps) {
  const publishing = usePublishReplay();
  useClosedRequest(publishing, 'publishReplay');
  const { mutate, isPending, error } = publishing;
  const checking = useChecking('publishReplay');
  const publish = (): void =>
    mutate(body, {
      onSuccess: () => {
        toast.success(words.done);
        onDone();
      },
    });
  return (
    <div role="group" aria-label={words.submit} className="flex flex-col gap-3">
      <p>{words.sure(title, formatTime(body.startAt * 1000), body.speed)}</p>
      {error !== null && (
        <p role="alert" className="text-down">
          {messageOf(error, words.failed)}
        </p>
      )}
      <div className="flex gap-2">
        <Button variant="danger" pending={isPending || checking} onClick={publish}>
          {checking ? texts.checking : words.confirm}
        </Button>
        <Button variant="ghost" disabled={isPending} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}

function Fields({ datasets }: { datasets: readonly [Dataset, ...Dataset[]] }) {
  const [confirmed, setConfirmed] = useState<NewReplay | null>(null);
  const form = useForm<Draft>({
    defaultValues: {
      dataset: datasets[0].id,
      symbols: [],
      from: toUtcField(datasets[0].from),
      startAt: '',
      speed: '60',
    },
    resolver: resolverFor(datasets),
    reValidateMode: 'onSubmit',
  });
  const chosen = datasets.find(({ id }) => id === form.watch('dataset')) ?? datasets[0];
  const toRecording = (id: string): void => {
    const recording = datasets.find((dataset) => dataset.id === id) ?? datasets[0];
    form.setValue('symbols', []);
    form.setValue('from', toUtcField(recording.from));
  };
  const submit = form.handleSubmit((draft) => setConfirmed(bodyOf(draft)));
  if (confirmed !== null) {
    const leave = (): void => setConfirmed(null);
    return <Confirm body={confirmed} title={chosen.title} onDone={leave} onCancel={leave} />;
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <RecordingFields
        datasets={datasets}
        pairs={chosen.symbols}
        dataset={form.register('dataset', {
          onChange: (event: { target: { value: string } }) => toRecording(event.target.value),
        })}
        symbols={form.register('symbols')}
        from={fieldOf(form, 'from')}
      />
      <TextField label={words.startAt} type="datetime-local" {...fieldOf(form, 'startAt')} />
      <TextField label={words.speed} numeric inputMode="numeric" {...fieldOf(form, 'speed')} />
      <Button type="submit" variant="primary" className="self-start">
        {words.submit}
      </Button>
    </form>
  );
}

const isSome = (datasets: readonly Dataset[]): datasets is readonly [Dataset, ...Dataset[]] => datasets.length > 0;

/** Publishes a replay of a recording for everybody, after a second step. */
export function ReplayForm({ datasets }: { datasets: readonly Dataset[] }) {
  return (
    <Panel title={words.title}>
      <div className="flex flex-col gap-3">
        <p className="text-secondary">{words.lead}</p>
        {isSome(datasets) ? <Fields datasets={datasets} /> : <p className="text-muted">{texts.datasets.empty}</p>}
      </div>
    </Panel>
  );
}
