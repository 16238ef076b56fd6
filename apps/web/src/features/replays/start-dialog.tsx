import { useId, useState, type SyntheticEvent } from 'react';
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
import { parseSpeed, SPEEDS } from './speeds.ts';
import { bodyOf, firstDraft, lastStart, refusalOf, type StartDraft } from './start-draft.ts';
import { texts } from './texts.ts';

const { start: words } = texts;

interface PartProps {
  dataset: Dataset;
  draft: StartDraft;
  onChange: (change: Partial<StartDraft>) => void;
}

const CHECK = 'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md border border-hairline bg-page px-3 py-2';

function Pairs({ dataset, draft, onChange }: PartProps) {
  if (dataset.symbols.length === 1) return null;
  const { symbols } = draft;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-xs text-secondary">{words.pairs}</legend>
      <div className="grid max-h-44 grid-cols-2 gap-2 overflow-y-auto sm:grid-cols-3">
        {dataset.symbols.map((symbol) => (
          <label key={symbol} className={CHECK}>
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-(--color-accent)"
              checked={symbols.includes(symbol)}
              onChange={({ target }) =>
                onChange({
                  symbols: target.checked ? [...symbols, symbol] : symbols.filter((other) => other !== symbol),
                })
              }
            />
            {symbol}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Speed({ draft, onChange }: Omit<PartProps, 'dataset'>) {
  const chosen = parseSpeed(draft.speed);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex flex-col gap-1.5">
        <span aria-hidden="true" className="text-xs text-secondary">
          {words.speed}
        </span>
        <SegmentedControl
          label={words.speed}
          size="md"
          value={draft.speed}
          onChange={(speed) => onChange({ speed })}
          options={SPEEDS.map((speed) => ({ value: String(speed), label: texts.speed.name(speed) }))}
        />
      </div>
      <TextField
        label={texts.speed.field}
        numeric
        inputMode="numeric"
        className="w-44"
        value={draft.speed}
        error={chosen === null ? texts.speed.wrong : null}
        onChange={({ target }) => onChange({ speed: target.value })}
      />
    </div>
  );
}

function Masked({ draft, onChange }: Omit<PartProps, 'dataset'>) {
  const hintId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label className={CHECK}>
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-(--color-accent)"
          checked={draft.masked}
          aria-describedby={hintId}
          onChange={({ target }) => onChange({ masked: target.checked })}
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
  const [draft, setDraft] = useState(() => firstDraft(dataset));
  const start = useStartReplay();
  const checking = useChecking('startReplay');
  const go = useGo();
  const onChange = (change: Partial<StartDraft>): void => setDraft((before) => ({ ...before, ...change }));
  const wrong = refusalOf(draft, dataset);
  const refused = start.error === null ? null : start.error instanceof ApiError ? start.error.message : words.failed;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (wrong !== null || start.isPending) return;
    start.mutate(bodyOf(draft, dataset), {
      onSuccess: ({ market }) => go(tradePath(isMobileDevice(), market)),
    });
  };
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
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Masked draft={draft} onChange={onChange} />
        {!draft.masked && (
          <>
            <p className="font-medium">{dataset.title}</p>
            <Pairs dataset={dataset} draft={draft} onChange={onChange} />
            <MomentField
              label={words.from}
              value={draft.startAt}
              min={dataset.from}
              max={lastStart(dataset)}
              dayOne={null}
              onChange={(startAt) => onChange({ startAt })}
            />
          </>
        )}
        <Speed draft={draft} onChange={onChange} />
        <p className="text-xs text-muted">{words.balance}</p>
        {(refused ?? wrong) !== null && (
          <p role="alert" className="text-down">
            {refused ?? wrong}
          </p>
        )}
      </form>
    </Dialog>
  );
}
