import type { ChangeEvent, ComponentProps } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { ALERT_KINDS, ALERT_WINDOWS, INTERVALS, type AlertDirection } from '@plecho/domain';
import { ApiError } from '@/api/client.ts';
import { useAddAlert } from '@/api/alerts.ts';
import { useMarket } from '@/api/selected-market.tsx';
import { fieldOf, useSubmit, type Refusal } from '@/lib/form.ts';
import { formatPrice } from '@/lib/format.ts';
import { useAccount, useMarketNow, usePair, useTicker } from '@/live/index.ts';
import { Button } from '@/ui/button.tsx';
import { FilterField, FORM_CONTROL } from '@/ui/select-field.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { toast } from '@/ui/toast.tsx';
import { alertOf, atRisk, draftResolver, emptyDraft, type Draft } from './draft.ts';
import { INTERVAL_NAMES, KIND_NAMES, PAUSES, TERMS, texts, WINDOW_NAMES } from './panel-texts.ts';

type Form = UseFormReturn<Draft>;

interface ChoiceProps {
  form: Form;
  name: keyof Draft;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange?: (value: string) => void;
}

function Choice({ form, name, label, options, onChange }: ChoiceProps) {
  return (
    <FilterField name={label}>
      {(id) => (
        <select
          id={id}
          className={FORM_CONTROL}
          {...form.register(name, {
            onChange: (event: ChangeEvent<HTMLSelectElement>) => onChange?.(event.target.value),
          })}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FilterField>
  );
}

function refusalOf(error: unknown): Refusal<keyof Draft> {
  if (!(error instanceof ApiError)) return { field: 'form', text: texts.addFailed };
  if (error.code === 'network' || error.code === 'unknown') return { field: 'form', text: texts.unknown };
  const isLevel = error.code === 'alert_reached' || error.code === 'invalid_price';
  return { field: isLevel ? 'level' : error.code === 'invalid_percent' ? 'percent' : 'form', text: error.message };
}

const waysOf = (words: Partial<Record<AlertDirection, string>>): (readonly [string, string])[] => Object.entries(words);

function LevelField({ form, symbol }: { form: Form; symbol: string }) {
  const ticker = useTicker(symbol);
  const decimals = usePair(symbol)?.priceDecimals ?? 2;
  const now = ticker === undefined ? undefined : `Сейчас ${formatPrice(ticker.last, decimals)}`;
  const hint: Partial<ComponentProps<typeof TextField>> = now === undefined ? {} : { hint: now };
  return <TextField numeric label={texts.level} suffix="USDT" {...hint} {...fieldOf(form, 'level')} />;
}

/** What the kind needs to know. */
function TermsFields({ form, draft }: { form: Form; draft: Draft }) {
  const { symbols } = useMarket();
  const { positions } = useAccount();
  const pair = (
    <Choice form={form} name="symbol" label={texts.pair} options={symbols.map((name) => [name, name] as const)} />
  );
  const percent = <TextField numeric label={texts.percent} suffix="%" {...fieldOf(form, 'percent')} />;
  if (draft.kind === 'liquidation') {
    const open = atRisk(positions);
    if (open.length === 0) return <p className="text-sm text-secondary sm:col-span-2">{texts.noPositions}</p>;
    const options = open.map(
      ({ id, symbol, type, leverage }) => [id, `${symbol} ${type === 'long' ? 'Long' : 'Short'} ${leverage}x`] as const,
    );
    return (
      <>
        <Choice form={form} name="position" label={texts.position} options={[['', '—'], ...options]} />
        {percent}
      </>
    );
  }
  if (draft.kind === 'change') {
    const windows = ALERT_WINDOWS.map((seconds) => [String(seconds), WINDOW_NAMES[seconds] ?? ''] as const);
    return (
      <>
        {pair}
        {percent}
        <Choice form={form} name="window" label={texts.window} options={windows} />
        <Choice form={form} name="direction" label={texts.direction} options={waysOf(texts.ways)} />
      </>
    );
  }
  return (
    <>
      {pair}
      <LevelField form={form} symbol={draft.symbol} />
      {draft.kind === 'close' && (
        <>
          <Choice
            form={form}
            name="interval"
            label={texts.interval}
            options={INTERVALS.map((each) => [each, INTERVAL_NAMES[each]])}
          />
          <Choice form={form} name="direction" label={texts.direction} options={waysOf(texts.sides)} />
        </>
      )}
    </>
  );
}

/** Sets an alert in the selected market. */
export function AlertForm({ symbol, onDone }: { symbol: string; onDone: () => void }) {
  const { label } = useMarket();
  const { positions } = useAccount();
  const { mutateAsync, isPending } = useAddAlert();
  const now = useMarketNow();
  const form = useForm<Draft>({
    ...{ defaultValues: emptyDraft(symbol, positions), resolver: draftResolver, reValidateMode: 'onSubmit' },
  });
  const draft = form.watch();
  const isPointless = draft.kind === 'liquidation' && atRisk(positions).length === 0;
  const add = async (values: Draft): Promise<void> => {
    await mutateAsync({ draft: JSON.stringify(values), body: alertOf(values, (now ?? Date.now()) / 1000) });
    toast.success(texts.added);
    onDone();
  };
  const { root } = form.formState.errors;
  return (
    <form noValidate onSubmit={useSubmit(form, add, refusalOf)} className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Choice
            form={form}
            name="kind"
            label={texts.kind}
            options={ALERT_KINDS.map((kind) => [kind, KIND_NAMES[kind]])}
            onChange={(kind) => {
              // A candle closes on one side of a level.
              if (kind === 'close' && draft.direction === 'either') form.setValue('direction', 'up');
            }}
          />
        </div>
        <TermsFields form={form} draft={draft} />
        <Choice form={form} name="pause" label={texts.pause} options={PAUSES} />
        <Choice form={form} name="term" label={texts.term} options={TERMS} />
      </div>
      <p className="text-xs text-muted">{texts.clock(label)}</p>
      {root !== undefined && (
        <p role="alert" className="text-xs text-down">
          {root.message}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" pending={isPending} disabled={isPointless}>
          {texts.submit}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {texts.toList}
        </Button>
      </div>
    </form>
  );
}
