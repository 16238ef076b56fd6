import { useId, type CSSProperties, type ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

interface SliderProps {
  label: ReactNode;
  value: number;
  min: number;
  max: number;
  step?: number;
  onChange: (value: number) => void;
  /** The value in words: «5x». */
  format?: (value: number) => string;
  /** Values with a mark below the track; a click on one chooses it. */
  marks?: readonly number[];
  disabled?: boolean;
  className?: string;
}

/** A native range input in the product's clothes. */
export function Slider({
  label,
  value,
  min,
  max,
  step = 1,
  onChange,
  format = String,
  marks = [],
  disabled = false,
  className,
}: SliderProps) {
  const id = useId();
  const share = (mark: number): number => (max === min ? 0 : (mark - min) / (max - min));
  const filled = { '--filled': `${share(value) * 100}%` } as CSSProperties;
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="text-xs text-secondary">
          {label}
        </label>
        <output htmlFor={id} className="font-medium tabular">
          {format(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="slider"
        style={filled}
        value={value}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      {marks.length > 0 && (
        <div className="relative -mx-1.5 h-5 pointer-coarse:h-8">
          {marks.map((mark) => (
            <button
              key={mark}
              type="button"
              tabIndex={-1}
              disabled={disabled}
              onClick={() => onChange(mark)}
              // The words of the first and of the last end where the track does.
              style={{ left: `${share(mark) * 100}%`, translate: `${share(mark) * -100}%` }}
              className={cx(
                'absolute rounded px-1.5 text-xs tabular pointer-coarse:py-1.5',
                mark === value ? 'text-primary' : 'text-muted hover:text-primary',
              )}
            >
              {format(mark)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
