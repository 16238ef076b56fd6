import { useId, type ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

export interface Choice<T extends string> {
  value: T;
  label: ReactNode;
  /** A second line. */
  hint?: ReactNode;
}

interface ChoiceListProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly Choice<T>[];
  disabled?: boolean;
  /** Classes of the grid; one column by default. */
  className?: string;
}

/** One of several that need a word of explanation: radio buttons as boxes, moved through by the arrow keys. */
export function ChoiceList<T extends string>({
  label,
  value,
  onChange,
  choices,
  disabled = false,
  className,
}: ChoiceListProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx('grid gap-2', className)}>
      {choices.map((choice) => {
        const chosen = choice.value === value;
        const hintId = `${name}-${choice.value}`;
        return (
          <label
            key={choice.value}
            className={cx(
              'relative flex min-h-10 cursor-pointer gap-2.5 rounded-md border px-3 py-2 transition-colors duration-150 select-none pointer-coarse:min-h-12',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
              'has-disabled:pointer-events-none has-disabled:opacity-50',
              choice.hint === undefined ? 'items-center' : 'items-start',
              chosen ? 'border-accent bg-accent-soft' : 'border-hairline bg-page hover:border-control',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={chosen}
              disabled={disabled}
              aria-describedby={choice.hint === undefined ? undefined : hintId}
              onChange={() => onChange(choice.value)}
              className={cx(
                'size-3.5 shrink-0 cursor-pointer appearance-none rounded-full border outline-none',
                choice.hint !== undefined && 'mt-[0.1875rem]',
                chosen ? 'border-4 border-accent bg-page' : 'border-control',
              )}
            />
            <span className="min-w-0">
              <span className={cx('block font-medium', chosen ? 'text-primary' : 'text-secondary')}>
                {choice.label}
              </span>
              {choice.hint !== undefined && (
                <span id={hintId} className="block text-xs text-muted tabular">
                  {choice.hint}
                </span>
              )}
            </span>
          </label>
        );
      })}
    </div>
  );
}
