import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { newDrill, type Dataset, type NewDrill } from '@plecho/contract';
import { useMakeDrill } from '@/api/drills.ts';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { fromUtcField, toUtcField } from '../format.ts';
import { messageOf } from '../parts.tsx';
import { placeRefusal, RecordingFields } from '../recording-fields.tsx';
import { DrillReview } from './drill-review.tsx';
import { texts } from './texts.ts';
import { whole } from './whole.ts';
import { useClosedRequest } from '../use-closed-request.ts';

const { make: words } = texts;

const fields = z.strictObject({
  dataset: z.string(),
  symbols: z.array(z.string()),
  from: z.string(),
  minutes: z.string(),
  speed: z.string(),
  masked: z.boolean(),
});
type Draft = z.infer<typeof fields>;

const allowed = newDrill.shape;

/** What is wrong with it, first by first. */
const resolverFor = (datasets: readonly Dataset[]) =>
  resolverOf(
    fields.check(
      judgedBy(({ dataset, from, minutes, speed }) => {
        const recording = datasets.find(({ id }) => id === dataset);
        const refusal = placeRefusal(recording, from);
        if (refusal !== null) return { field: 'from', text: refusal };
        const length = whole(minutes);
        if (!allowed.minutes.safeParse(length).success) return { field: 'minutes', text: words.wrongMinutes };
        const end = (fromUtcField(from) ?? 0) + length * 60;
        if (recording === undefined || end > recording.to) return { field: 'minutes', text: words.tooLong };
        const canPlay = allowed.speed.safeParse(whole(speed)).success;
        return canPlay ? null : { field: 'speed', text: words.wrongSpeed };
      }),
    ),
  );

const bodyOf = (code: string, { symbols, from, minutes, speed, dataset, masked }: Draft): NewDrill => ({
  ...{ class: code, dataset, masked, minutes: whole(minutes), speed: whole(speed), from: fromUtcField(from) ?? 0 },
  ...(symbols.length === 0 ? {} : { symbols }),
});

/** Makes a drill for a class, after a look at what it will be; it begins when somebody starts it. */
export function DrillForm({ code, datasets }: { code: string; datasets: readonly [Dataset, ...Dataset[]] }) {
  const making = useMakeDrill();
  useClosedRequest(making, 'makeDrill');
  const { mutate, isPending, error } = making;
  const [asked, setAsked] = useState<NewDrill | null>(null);
  const form = useForm<Draft>({
    defaultValues: {
      ...{ dataset: datasets[0].id, symbols: [], from: toUtcField(datasets[0].from) },
      ...{ minutes: '240', speed: '60', masked: true },
    },
    resolver: resolverFor(datasets),
    reValidateMode: 'onSubmit',
  });
  const [dataset, minutes, speed] = form.watch(['dataset', 'minutes', 'speed']);
  const chosen = datasets.find(({ id }) => id === dataset) ?? datasets[0];
  const toRecording = (id: string): void => {
    const recording = datasets.find((each) => each.id === id) ?? datasets[0];
    form.setValue('symbols', []);
    form.setValue('from', toUtcField(recording.from));
  };
  const submit = form.handleSubmit((draft) => setAsked(bodyOf(code, draft)));
  const back = (): void => setAsked(null);
  if (asked !== null) {
    const make = (): void =>
      mutate(asked, {
        onSuccess: () => {
          back();
          toast.success(words.done);
        },
        // What is wrong is said where it can be changed.
        onError: back,
      });
    return <DrillReview asked={asked} dataset={chosen} isPending={isPending} onConfirm={make} onBack={back} />;
  }
  const lasts = whole(speed) === 0 ? null : words.lasts((whole(minutes) / whole(speed)).toFixed(1));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex max-w-xl flex-col gap-3">
      <p className="text-secondary">{words.lead}</p>
      <RecordingFields
        datasets={datasets}
        pairs={chosen.symbols}
        dataset={form.register('dataset', {
          onChange: (event: { target: { value: string } }) => toRecording(event.target.value),
        })}
        symbols={form.register('symbols')}
        from={fieldOf(form, 'from')}
      />
      <TextField label={words.minutes} numeric inputMode="numeric" {...fieldOf(form, 'minutes')} />
      <TextField label={words.speed} numeric inputMode="numeric" hint={lasts} {...fieldOf(form, 'speed')} />
      <label className="inline-flex min-h-8 items-center gap-2">
        <input type="checkbox" {...form.register('masked')} />
        {words.masked}
      </label>
      {error !== null && (
        <p role="alert" className="text-down">
          {messageOf(error, words.failed)}
        </p>
      )}
      <Button type="submit" variant="primary" className="self-start">
        {words.submit}
      </Button>
    </form>
  );
}
