import { lazy } from 'react';
import type { Trade } from '@plecho/contract';
import { loadCode } from '@/lib/load-code.ts';
import { Folded } from '@/ui/folded.tsx';
import { Skeleton } from '@/ui/index.ts';
import { samePathTexts as texts } from './texts.ts';

const PathView = lazy(async () => ({ default: (await loadCode(() => import('./path-view.tsx'))).PathView }));

/** The trade at other leverages, folded away: it is reckoned when it is asked for. */
export function SamePath({ trade }: { trade: Trade }) {
  return (
    <Folded title={texts.title} fallback={<Skeleton className="h-[30rem]" />}>
      <PathView trade={trade} />
    </Folded>
  );
}
