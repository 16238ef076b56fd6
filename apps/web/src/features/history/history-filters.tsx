import { useId, type ReactNode } from 'react';
import { CLOSE_REASONS } from '@plecho/domain';
import { usePairs } from '@/api/queries.ts';
import { Button } from '@/ui/index.ts';
import { historyTexts as texts } from './texts.ts';
import { hasFilters, NO_FILTERS, type HistoryFilters as Filters } from './trade-filters.ts';
import { useTradesExport } from './use-trades-export.ts';

const CONTROL =
  'h-9 rounded-md border border-control/70 bg-page px-2.5 text-sm text-primary hover:border-control pointer-coarse:h-11 pointer-coarse:text-base';

function Field({ name, children }: { name: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-xs text-secondary">
        {name}
      </label>
      {children(id)}
    </div>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  value: '' | T;
  options: readonly (readonly [value: T, label: string])[];
  onChange: (value: '' | T) => void;
}

function Choice<T extends string>({ name, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Field name={name}>
      {(id) => (
        <select
          id={id}
          value={value}
          className={CONTROL}
          onChange={(event) => onChange(options.find(([option]) => option === event.target.value)?.[0] ?? '')}
        >
          <option value="">{texts.all}</option>
          {options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function DayField({ name, value, onChange }: { name: string; value: string; onChange: (day: string) => void }) {
  return (
    <Field name={name}>
      {(id) => (
        <input
          id={id}
          type="date"
          value={value}
          className={CONTROL}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Pair, side, reason and days; and the same trades as a file. */
export function HistoryFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { data: pairs } = usePairs();
  const { count, run } = useTradesExport(filters);
  const set = (change: Partial<Filters>): void => onChange({ ...filters, ...change });
  const symbols = (pairs?.items ?? []).map(({ symbol }) => symbol).toSorted();
  return (
    <div role="group" aria-label={texts.filters} className="flex flex-wrap items-end gap-3">
      <Choice
        name={texts.symbol}
        value={filters.symbol}
        options={symbols.map((symbol) => [symbol, symbol])}
        onChange={(symbol) => set({ symbol })}
      />
      <Choice
        name={texts.side}
        value={filters.type}
        options={(['long', 'short'] as const).map((side) => [side, texts.sideName[side]])}
        onChange={(type) => set({ type })}
      />
      <Choice
        name={texts.reasonLabel}
        value={filters.reason}
        options={CLOSE_REASONS.map((reason) => [reason, texts.reason[reason]])}
        onChange={(reason) => set({ reason })}
      />
      <DayField name={texts.from} value={filters.from} onChange={(from) => set({ from })} />
      <DayField name={texts.to} value={filters.to} onChange={(to) => set({ to })} />
      {hasFilters(filters) ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          {texts.reset}
        </Button>
      ) : null}
      <Button className="sm:ml-auto" pending={count !== null} onClick={() => void run()}>
        {count === null ? texts.export : texts.exporting(count)}
      </Button>
    </div>
  );
}
