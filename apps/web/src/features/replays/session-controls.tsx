import { lazy, Suspense } from 'react';
import type { Interval } from '@plecho/domain';
import { useMarket } from '@/api/queries.ts';
import { loadCode } from '@/lib/load-code.ts';
import { cx } from '@/lib/class-names.ts';

const SessionBar = lazy(async () => ({ default: (await loadCode(() => import('./session-bar.tsx'))).SessionBar }));

/** The controls of a personal replay, whose code comes with the first of them; nothing on any other market. */
export function SessionControls({ interval, className }: { interval: Interval; className?: string }) {
  const { session } = useMarket();
  if (session === undefined) return null;
  return (
    <div className={cx('@container grid min-h-11 content-center border-hairline bg-panel', className)}>
      <Suspense fallback={null}>
        <SessionBar interval={interval} />
      </Suspense>
    </div>
  );
}
