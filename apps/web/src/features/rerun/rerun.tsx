import { lazy, Suspense, useState } from 'react';
import type { Trade } from '@plecho/contract';
import { loadCode } from '@/lib/load-code.ts';
import { Skeleton } from '@/ui/index.ts';
import { rerunTexts as texts } from './texts.ts';

const RerunView = lazy(async () => ({ default: (await loadCode(() => import('./rerun-view.tsx'))).RerunView }));

/** The trade once more, folded away: its candles are loaded when it is asked for. */
export function Rerun({ trade }: { trade: Trade }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mt-4 rounded-md border border-hairline bg-page/40"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-9 cursor-pointer items-center px-3 py-1.5 font-medium pointer-coarse:min-h-11">
        <h3>{texts.title}</h3>
      </summary>
      {isOpen && (
        <div className="border-t border-hairline p-3">
          <Suspense fallback={<Skeleton className="h-96" />}>
            <RerunView trade={trade} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
