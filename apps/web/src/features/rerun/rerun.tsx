import { lazy } from 'react';
import type { Trade } from '@plecho/contract';
import { loadCode } from '@/lib/load-code.ts';
import { Folded } from '@/ui/folded.tsx';
import { Skeleton } from '@/ui/index.ts';
import { rerunTexts as texts } from './texts.ts';

const RerunView = lazy(async () => ({ default: (await loadCode(() => import('./rerun-view.tsx'))).RerunView }));

/** The trade once more, folded away: its candles are loaded when it is asked for. */
export function Rerun({ trade }: { trade: Trade }) {
  return (
    <Folded title={texts.title} fallback={<Skeleton className="h-96" />}>
      <RerunView trade={trade} />
    </Folded>
  );
}
