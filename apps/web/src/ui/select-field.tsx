import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';

const CONTROL =
  'w-full min-w-0 rounded-md border bg-page px-2.5 text-sm text-primary pointer-coarse:h-11 pointer-coarse:text-base';
/** Of a control of a line of filters. */
export const FILTER_CONTROL = `${CONTROL} h-9 border-control/70 hover:border-control`;
/** Of a select that stands beside text fields: as high as they are. */
export const FORM_CONTROL = `${CONTROL} h-10 border-control hover:border-muted`;

/** A control with its name above it. */
export function FilterField({ name, children }: { name: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-xs text-secondary">
        {name}
      </label>
      {children(id)}
    </div>
  );
}

interface SelectFieldProps<T extends string> {
  name: string;
  /** '' for all. */
  value: '' | T;
  options: readonly (readonly [value: T, label: string])[];
  onChange: (value: '' | T) => void;
}

/** One of several, or all of them. */
export function SelectField<T extends string>({ name, value, options, onChange }: SelectFieldProps<T>) {
  return (
    <FilterField name={name}>
      {(id) => (
        <select
          id={id}
          value={value}
          className={FILTER_CONTROL}
          onChange={(event) => onChange(options.find(([option]) => option === event.target.value)?.[0] ?? '')}
        >
          <option value="">Все</option>
          {options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FilterField>
  );
}

/** Takes off all filters of its group, and goes with them: the first of them has the focus then. */
export function ResetFilters({ onReset, children }: { onReset: () => void; children: ReactNode }) {
  return (
    <Button
      variant="ghost"
      onClick={({ currentTarget }) => {
        currentTarget.closest('[role=group]')?.querySelector<HTMLElement>('select, input')?.focus();
        onReset();
      }}
    >
      {children}
    </Button>
  );
}

interface DayFieldProps {
  name: string;
  /** «2026-02-05»; '' for none. */
  value: string;
  onChange: (day: string) => void;
}

/** A day to filter by. A fifth digit of the year, which no address keeps, begins it anew. */
export function DayField({ name, value, onChange }: DayFieldProps) {
  return (
    <FilterField name={name}>
      {(id) => (
        <input
          id={id}
          type="date"
          max="9999-12-31"
          value={value}
          className={FILTER_CONTROL}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FilterField>
  );
}
