import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

/** Words of a market, which may wrap. A square marks them; it never tells a direction. */
export function MarkedWords({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1.5 text-warn', className)}>
      <span aria-hidden="true" className="size-1.5 shrink-0 rotate-45 bg-warn" />
      <span className="min-w-0 text-left">{children}</span>
    </span>
  );
}
