import { cx } from '@/lib/class-names.ts';
import { plural } from '@/lib/format.ts';

interface ConfirmationsProps {
  have: number;
  /** At least one. */
  need: number;
  /** Said while there are none. */
  waiting: string;
  className?: string;
}

/** How far the network is with a transaction: a box for each block that is needed. */
export function Confirmations({ have, need, waiting, className }: ConfirmationsProps) {
  const shown = Math.min(have, need);
  const words = `${shown} из ${need} ${plural(need, 'подтверждения', 'подтверждений', 'подтверждений')}`;
  const said = shown === 0 ? waiting : shown < need ? 'Подтверждается блоками сети' : 'Подтверждено сетью';
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div
        role="progressbar"
        aria-label="Подтверждения сети"
        aria-valuemin={0}
        aria-valuemax={need}
        aria-valuenow={shown}
        aria-valuetext={shown === 0 ? waiting : words}
        className="flex gap-1"
      >
        {Array.from({ length: need }, (_, index) => (
          <span
            key={index}
            className={cx(
              'h-1.5 flex-1 rounded-sm transition-colors duration-200',
              index < shown ? 'bg-accent' : 'bg-hairline',
            )}
          />
        ))}
      </div>
      <p className="flex justify-between gap-3 text-xs text-secondary tabular">
        <span>{said}</span>
        <span className="whitespace-nowrap">{words}</span>
      </p>
    </div>
  );
}
