import { lazy } from 'react';
import { useMarket } from '@/api/queries.ts';
import { cx } from '@/lib/class-names.ts';
import { loadCode } from '@/lib/load-code.ts';
import { Late } from '@/ui/late.tsx';

const LessonBar = lazy(async () => ({ default: (await loadCode(() => import('./lesson-bar.tsx'))).LessonBar }));

/** The task of a lesson above its replay, whose code comes with the first of them. */
export function LessonTask({ className }: { className?: string }) {
  const { session } = useMarket();
  if (session === undefined) return null;
  return (
    <div className={cx('bg-panel empty:hidden', className)}>
      <Late fallback={null}>
        <LessonBar />
      </Late>
    </div>
  );
}
