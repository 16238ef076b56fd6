import { lazy } from 'react';
import { useMarket } from '@/api/queries.ts';
import { cx } from '@/lib/class-names.ts';
import { isDrillMarket } from '@/lib/drill-market.ts';
import { loadCode } from '@/lib/load-code.ts';
import { Late } from '@/ui/late.tsx';

const DrillBar = lazy(async () => ({ default: (await loadCode(() => import('./drill-bar.tsx'))).DrillBar }));

/** How the drill stands that is the selected market, whose code comes with the first of them; nothing on any other market. */
export function DrillControls({ className }: { className?: string }) {
  const { id } = useMarket();
  if (!isDrillMarket(id)) return null;
  return (
    <div className={cx('grid min-h-14 content-center border-hairline bg-panel', className)}>
      <Late fallback={null}>
        <DrillBar />
      </Late>
    </div>
  );
}
