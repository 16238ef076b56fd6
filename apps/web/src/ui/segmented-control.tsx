import { useId } from 'react';
import { cx } from '@/lib/class-names.ts';

export interface SegmentOption<T extends string> {
  value: T;
  label: string;
  /** Read out instead of a short label. */
  ariaLabel?: string;
  /** Classes of the chosen segment, when it has a colour of its own. */
  tone?: string;
}

interface SegmentedControlProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly SegmentOption<T>[];
  size?: 'sm' | 'md' | 'lg';
  /** Fills its line in equal parts. */
  stretch?: boolean;
  disabled?: boolean;
  className?: string;
}

const SIZES = {
  sm: 'h-7 px-2.5 text-xs pointer-coarse:h-10',
  md: 'h-9 px-3 text-sm pointer-coarse:h-11',
  lg: 'h-11 px-4 text-base',
};

/** One of a few, all of them in sight: a group of radio buttons, moved through by the arrow keys. */
export function SegmentedControl<T extends string>({
  label,
  value,
  onChange,
  options,
  size = 'sm',
  stretch = false,
  disabled = false,
  className,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('inline-flex gap-0.5 rounded-md bg-page p-0.5', stretch && 'flex w-full', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative inline-flex cursor-pointer items-center justify-center rounded font-medium whitespace-nowrap transition-colors duration-150 select-none',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
            'has-disabled:pointer-events-none has-disabled:opacity-50',
            SIZES[size],
            stretch && 'flex-1',
            option.value === value ? (option.tone ?? 'bg-raised text-primary') : 'text-secondary hover:text-primary',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            aria-label={option.ariaLabel}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          <span aria-hidden={option.ariaLabel !== undefined || undefined}>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
