import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';

interface ErrorStateProps {
  /** What could not be had; the error's own text if it is one. */
  title: ReactNode;
  hint?: ReactNode;
  onRetry?: () => void;
  className?: string;
}

export function ErrorState({ title, hint, onRetry, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cx('flex flex-col items-center justify-center gap-1.5 px-4 py-8 text-center', className)}
    >
      <p className="inline-flex items-center gap-2 text-primary">
        <Icon name="alert" className="text-warn" />
        {title}
      </p>
      {hint !== undefined && <p className="max-w-prose text-xs text-muted">{hint}</p>}
      {onRetry !== undefined && (
        <Button size="sm" className="mt-2" onClick={onRetry}>
          Повторить
        </Button>
      )}
    </div>
  );
}
