import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface NotRenewedProps {
  /** It is being asked for again. */
  pending?: boolean;
  onRetry: () => void;
  /** What could not be had. */
  children?: ReactNode;
}

/** Beside what was read before, and stays: one line that says that it could not be read again. */
export function NotRenewed({
  pending = false,
  onRetry,
  children = 'Не удалось обновить: показано то, что загружено раньше.',
}: NotRenewedProps) {
  return (
    <p role="status" className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 px-3 py-2 text-warn">
      {children}
      <Button size="sm" pending={pending} onClick={onRetry}>
        Повторить
      </Button>
    </p>
  );
}
