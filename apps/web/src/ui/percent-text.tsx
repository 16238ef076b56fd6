import { cx } from '@/lib/class-names.ts';
import { formatPercent } from '@/lib/format.ts';
import { Icon } from './icons.tsx';
import { toneOf } from './money.tsx';

interface PercentTextProps {
  /** Hundredths of a percent, or the wire's decimal string. */
  value: bigint | string | null | undefined;
  /** An arrow beside the sign, where figures stand alone. */
  arrow?: boolean;
  /** In brackets, behind the money that it is a share of. */
  bracketed?: boolean;
  className?: string;
}

/** A change: sign, colour and, if asked for, an arrow. */
export function PercentText({ value, arrow = false, bracketed = false, className }: PercentTextProps) {
  const tone = toneOf(value);
  return (
    <span className={cx('inline-flex items-baseline whitespace-nowrap tabular', tone, className)}>
      {arrow && tone === 'text-up' && <Icon name="arrowUp" className="size-3 self-center" />}
      {arrow && tone === 'text-down' && <Icon name="arrowDown" className="size-3 self-center" />}
      {bracketed ? `(${formatPercent(value)})` : formatPercent(value)}
    </span>
  );
}
