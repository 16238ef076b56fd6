import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'size' | 'prefix'> {
  label: ReactNode;
  /** Said below the field and read out with it; marks the field as wrong. */
  error?: string | null | undefined;
  hint?: ReactNode;
  /** The unit, inside the field at its end. */
  suffix?: ReactNode;
  /** A control beside the label, at the end of its line. */
  aside?: ReactNode;
  hideLabel?: boolean;
  /** Figures stand in columns of equal width, at the right. */
  numeric?: boolean;
  /** Lower, for dense panels; a finger gets the full height all the same. */
  dense?: boolean;
}

export function TextField({
  label,
  error,
  hint,
  suffix,
  aside,
  hideLabel = false,
  numeric = false,
  dense = false,
  className,
  ...input
}: TextFieldProps) {
  const id = useId();
  const isWrong = error !== undefined && error !== null && error !== '';
  const described = [isWrong && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-2', hideLabel && aside === undefined && 'sr-only')}>
        <label htmlFor={id} className={cx('text-xs text-secondary', hideLabel && 'sr-only')}>
          {label}
        </label>
        {aside}
      </div>
      <div
        className={cx(
          'flex items-center gap-1 rounded-md border bg-page px-3 transition-colors duration-150 pointer-coarse:h-11',
          'focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-accent',
          dense ? 'h-8' : 'h-10',
          isWrong ? 'border-down' : 'border-control hover:border-muted',
        )}
      >
        <input
          id={id}
          aria-invalid={isWrong || undefined}
          aria-describedby={described === '' ? undefined : described}
          inputMode={numeric ? 'decimal' : undefined}
          autoComplete={numeric ? 'off' : undefined}
          className={cx(
            'h-full min-w-0 flex-1 bg-transparent text-base text-primary outline-none placeholder:text-muted disabled:opacity-55 sm:text-sm',
            numeric && 'text-right tabular',
          )}
          {...input}
        />
        {suffix !== undefined && <span className="shrink-0 text-xs text-muted">{suffix}</span>}
      </div>
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="text-xs text-down">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
