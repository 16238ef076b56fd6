import { lazy } from 'react';
import type { Interval } from '@plecho/domain';
import { useMarket } from '@/api/queries.ts';
import { loadCode } from '@/lib/load-code.ts';
import { isDrillMarket } from '@/lib/drill-market.ts';
import { cx } from '@/lib/class-names.ts';
import { Late } from '@/ui/late.tsx';

const SessionBar = lazy(async () => ({ default: (await loadCode(() => import('./session-bar.tsx'))).SessionBar }));

/** The controls of a personal replay, whose code comes with the first of them; nothing on any other market, which is not one’s own to control. */
export function SessionControls({ interval, className }: { interval: Interval; className?: string }) {
  const { id, session } = useMarket();
  if (session === undefined || isDrillMarket(id)) return null;
  return (
    <div className={cx('@container grid min-h-11 content-center border-hairline bg-panel', className)}>
      <Late fallback={null}>
        <SessionBar interval={interval} />
      </Late>
    </div>
  );
}
