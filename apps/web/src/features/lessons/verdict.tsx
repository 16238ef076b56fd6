import type { LessonCheck } from '@plecho/contract';
import { cx } from '@/lib/class-names.ts';
import { Icon } from '@/ui/icons.tsx';
import { gapWords, texts } from './texts.ts';

interface VerdictProps {
  /** What the server said last; undefined before it was asked. */
  check: LessonCheck | undefined;
  /** In the way of an answer. */
  error: Error | null;
  className?: string;
}

/** What the server found, in words; read out when it changes. */
export function Verdict({ check, error, className }: VerdictProps) {
  const isDone = check?.gap === null;
  const words =
    error !== null
      ? error.message === ''
        ? texts.failed
        : error.message
      : check === undefined
        ? null
        : check.gap === null
          ? texts.doneNow
          : gapWords(check.gap);
  const isGood = error === null && isDone;
  return (
    <p
      role="status"
      className={cx('min-w-0', words === null ? 'sr-only' : isGood ? 'text-up' : 'text-warn', className)}
    >
      {words !== null && (
        <span className="inline-flex items-start gap-1.5">
          <Icon name={isGood ? 'check' : 'info'} className="translate-y-0.5" />
          {words}
        </span>
      )}
    </p>
  );
}
