import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';

interface EmptyStateProps {
  /** One line: what isn't here. */
  title: ReactNode;
  /** What could be done about it. */
  hint?: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ title, hint, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center justify-center gap-1.5 px-4 py-8 text-center', className)}>
      <p className="text-secondary">{title}</p>
      {hint !== undefined && <p className="max-w-prose text-xs text-muted">{hint}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  );
}
