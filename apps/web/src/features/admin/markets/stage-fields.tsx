import { useWatch, type UseFormReturn } from 'react-hook-form';
import { TREND_DIRECTIONS } from '@plecho/domain';
import { fieldOf } from '@/lib/form.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { Choice } from '../parts.tsx';
import { NUMBER_FIELD } from '../read-number.ts';
import type { ScenarioDraft } from './draft.ts';
import { STAGE_KINDS, type NumberField, type StageKind } from './stage-kinds.ts';
import { marketTexts } from './texts.ts';

const { form: words } = marketTexts;

/** Which numbers a stage of a kind has. */
const FIELDS: Record<StageKind, readonly NumberField[]> = {
  static: ['driftPercent'],
  schedule: ['stepMinPercent', 'stepMaxPercent', 'intervalSeconds'],
  spread: ['percent'],
  shock: ['dropPercent', 'afterSeconds', 'minutes', 'recoveryMinutes'],
  volatility: ['factor'],
  outage: ['afterSeconds', 'seconds'],
};
const KINDS = STAGE_KINDS.map((kind) => [kind, words.stages[kind]] as const);
const DIRECTIONS = TREND_DIRECTIONS.map((direction) => [direction, words.directions[direction]] as const);

interface StageProps {
  form: UseFormReturn<ScenarioDraft>;
  /** Its place, from 0. */
  index: number;
  /** How many there are. */
  count: number;
  /** The pairs of the base. */
  symbols: readonly string[];
  onMove: (to: number) => void;
  onRemove: () => void;
}

function Pairs({ form, index, symbols }: Pick<StageProps, 'form' | 'index' | 'symbols'>) {
  const chosen = useWatch({ control: form.control, name: `stages.${index}.symbols` });
  return (
    <details className="group text-xs">
      <summary className="inline-flex min-h-8 list-none items-center gap-1 text-secondary hover:text-primary pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" className="size-3.5 transition-transform duration-150 group-open:rotate-90" />
        {words.pairs(chosen.length)}
      </summary>
      <p className="mb-1 text-muted">{words.pairsHint}</p>
      {/* What scrolls has to be reachable by the keyboard, which its boxes are. */}
      <div className="grid max-h-44 grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-3 overflow-y-auto">
        {symbols.map((symbol) => (
          <label key={symbol} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
            <input type="checkbox" value={symbol} {...form.register(`stages.${index}.symbols`)} />
            {symbol}
          </label>
        ))}
      </div>
    </details>
  );
}

/** One stage: its kind, its numbers, its pairs, and its place among the others. */
export function StageFields({ form, index, count, symbols, onMove, onRemove }: StageProps) {
  const kind = useWatch({ control: form.control, name: `stages.${index}.kind` });
  const isTrend = kind === 'static' || kind === 'schedule';
  const n = index + 1;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-md border border-hairline p-3">
      <legend className="px-1 text-xs text-muted">{words.stage(n)}</legend>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Choice label={words.kind} options={KINDS} {...form.register(`stages.${index}.kind`)} />
        {isTrend && (
          <Choice label={words.direction} options={DIRECTIONS} {...form.register(`stages.${index}.direction`)} />
        )}
        {FIELDS[kind].map((field) => (
          <TextField
            key={field}
            {...NUMBER_FIELD}
            label={words.fields[field].label}
            suffix={words.fields[field].suffix}
            {...fieldOf(form, `stages.${index}.${field}`)}
          />
        ))}
      </div>
      <Pairs form={form} index={index} symbols={symbols} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="ghost"
          aria-label={words.up(n)}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          ↑
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={words.down(n)}
          disabled={n === count}
          onClick={() => onMove(index + 1)}
        >
          ↓
        </Button>
        <Button size="sm" variant="ghost" disabled={count === 1} onClick={onRemove}>
          {words.remove(n)}
        </Button>
      </div>
    </fieldset>
  );
}
