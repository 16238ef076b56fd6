import { useId, type ReactNode } from 'react';

/** Of a control of a line of filters. */
export const FILTER_CONTROL =
  'h-9 w-full min-w-0 rounded-md border border-control/70 bg-page px-2.5 text-sm text-primary hover:border-control pointer-coarse:h-11 pointer-coarse:text-base';

/** A control with its name above it. */
export function FilterField({ name, children }: { name: string; children: (id: string) => ReactNode }) {
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
