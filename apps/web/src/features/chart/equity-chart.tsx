import { lazy, useMemo } from 'react';
import type { Results } from '@plecho/contract';
import { useMarketTime } from '@/api/market-time.ts';
import { formatPercent } from '@/lib/format.ts';
import { loadCode } from '@/lib/load-code.ts';
import { Late } from '@/ui/late.tsx';
import { ChartSkeleton } from './chart-skeleton.tsx';
import { curveMoney, curvePoints } from './equity-curve.ts';

const EquityCanvas = lazy(() => loadCode(() => import('./equity-canvas.tsx')));

const asPercent = (value: number): string => formatPercent(BigInt(Math.round(value * 100)));

interface EquityChartProps {
  curve: Results['curve'];
  measure: 'gained' | 'net';
  /** For whoever can't see it. */
  label: string;
}

/** The equity curve of results with its falls; it fills what it gets. */
export function EquityChart({ curve, measure, label }: EquityChartProps) {
  const time = useMarketTime();
  const points = useMemo(() => curvePoints(curve, measure), [curve, measure]);
  return (
    <div role="img" aria-label={label} className="relative h-72 sm:h-96">
      <Late fallback={<ChartSkeleton />}>
        <EquityCanvas
          points={points}
          time={time}
          formatValue={measure === 'net' ? curveMoney : asPercent}
          formatFall={asPercent}
        />
      </Late>
    </div>
  );
}
