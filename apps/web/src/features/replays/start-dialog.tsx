import { useId } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { Dataset } from '@plecho/contract';
import { tradePath } from '@/app/paths.ts';
import { ApiError } from '@/api/client.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useStartReplay } from '@/api/replays.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { useGo } from '@/ui/link.tsx';
import { SegmentedControl } from '@/ui/segmented-control.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { MomentField } from './moment-field.tsx';
import { SPEEDS } from './speeds.ts';
import { bodyOf, firstDraft, lastStart, refusalOf, resolverFor, type StartDraft } from './start-draft.ts';
import { texts } from './texts.ts';

const { start: words } = texts;

type Form = UseFormReturn<StartDraft>;

const CHECK = 'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md border border-hairline bg-page px-3 py-2';

function Pairs({ form, symbols }: { form: Form; symbols: readonly string[] }) {
  if (symbols.length === 1) return null;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-xs text-secondary">{words.pairs}</legend>
      <div className="grid max-h-44 grid-cols-2 gap-2 overflow-y-auto sm:grid-cols-3">
        {symbols.map((symbol) => (
          <label key={symbol} className={CHECK}>
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-(--color-accent)"
              value={symbol}
              {...form.register('symbols')}
            />
            {symbol}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Speed({ form, error }: { form: Form; error: string | null }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-xs text-secondary">
          {words.speed}
        </span>
        <SegmentedControl
          label={words.speed}
          size="md"
          value={form.watch('speed')}
          onChange={(speed) => form.setValue('speed', speed)}
          options={SPEEDS.map((speed) => ({ value: String(speed), label: texts.speed.name(speed) }))}
        />
      </div>
      <TextField
        label={texts.speed.field}
        numeric
        inputMode="numeric"
        className="w-44"
        {...form.register('speed')}
        error={error}
      />
    </div>
  );
}

function Masked({ form }: { form: Form }) {
  const hintId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label className={CHECK}>
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-(--color-accent)"
          aria-describedby={hintId}
          {...form.register('masked')}
        />
        {words.masked}
      </label>
      <p id={hintId} className="text-xs text-muted">
        {words.maskedHint}
      </p>
    </div>
  );
}

/** Begins a replay of one's own and goes to it. */
export function StartDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const formId = useId();
  const form = useForm<StartDraft>({
    defaultValues: firstDraft(dataset),
    resolver: resolverFor(dataset),
    reValidateMode: 'onSubmit',
  });
  const start = useStartReplay();
  const checking = useChecking('startReplay');
  const go = useGo();
  const draft = form.watch();
  const wrong = refusalOf(draft, dataset);
  const refused = start.error === null ? null : start.error instanceof ApiError ? start.error.message : words.failed;
  const said = refused ?? wrong?.text ?? null;
  const submit = form.handleSubmit((chosen) => {
    if (start.isPending) return;
    start.mutate(bodyOf(chosen, dataset), {
      onSuccess: ({ market }) => go(tradePath(isMobileDevice(), market)),
    });
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={wrong !== null}
            pending={start.isPending}
            checking={checking}
          >
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <Masked form={form} />
        {!draft.masked && (
          <>
            <p className="font-medium">{dataset.title}</p>
            <Pairs form={form} symbols={dataset.symbols} />
            <MomentField
              label={words.from}
              value={draft.startAt}
              min={dataset.from}
              max={lastStart(dataset)}
              dayOne={null}
              onChange={(startAt) => form.setValue('startAt', startAt)}
            />
          </>
        )}
        <Speed form={form} error={wrong?.field === 'speed' ? wrong.text : null} />
        <p className="text-xs text-muted">{words.balance}</p>
        {said !== null && (
          <p role="alert" className="text-down">
            {said}
          </p>
        )}
      </form>
    </Dialog>
  );
}
