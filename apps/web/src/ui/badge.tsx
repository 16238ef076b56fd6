import type { ReactNode } from 'react';
import type { Side } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { Icon } from './icons.tsx';

export type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'warn';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-raised text-secondary',
  accent: 'bg-accent-soft text-accent',
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
  warn: 'bg-warn-soft text-warn',
};

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded px-1.5 text-xs font-medium whitespace-nowrap tabular',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

/** LONG or SHORT: a word and an arrow, and only then a colour. */
export function SideBadge({ side, className }: { side: Side; className?: string }) {
  return (
    <Badge tone={side === 'long' ? 'up' : 'down'} className={cx('gap-0.5', className)}>
      <Icon name={side === 'long' ? 'arrowUp' : 'arrowDown'} className="size-3" />
      {side === 'long' ? 'LONG' : 'SHORT'}
    </Badge>
  );
}
