import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

interface PanelProps {
  /** The panel's name; without it, `label` names it for screen readers. */
  title?: ReactNode;
  label?: string;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** Without inner space: for tables and charts. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** The second depth of the surface: a bordered region of a screen. */
export function Panel({ title, label, aside, flush = false, className, children }: PanelProps) {
  return (
    <section
      aria-label={label ?? (typeof title === 'string' ? title : undefined)}
      className={cx('flex min-h-0 min-w-0 flex-col rounded-lg border border-hairline bg-panel', className)}
    >
      {title !== undefined && (
        <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 px-3 pt-1">
          <h2 className="font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      <div className={cx('min-h-0 flex-1', !flush && 'px-3 pb-3', !flush && (title === undefined ? 'pt-3' : 'pt-1'))}>
        {children}
      </div>
    </section>
  );
}
