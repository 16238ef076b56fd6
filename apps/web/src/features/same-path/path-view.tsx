import type { Trade } from '@plecho/contract';
import { useTradePaths } from '@/api/paths.ts';
import { paths as places } from '@/app/paths.ts';
import { ErrorState, Link, Skeleton } from '@/ui/index.ts';
import { PathTable } from './path-table.tsx';
import { pathSentences } from './path-words.ts';
import { SplitBars } from './split-bars.tsx';
import { samePathTexts as texts } from './texts.ts';

/** Where a trade would have ended at other leverages, how that is known, and what its result was made of. */
export function PathView({ trade }: { trade: Trade }) {
  const { data: paths, error, refetch } = useTradePaths(trade);
  if (paths === undefined) {
    if (error !== null) return <ErrorState title={texts.failed} onRetry={() => void refetch()} />;
    return (
      <div role="status" aria-label={texts.loading}>
        <Skeleton className="h-[30rem]" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-secondary">{texts.lead}</p>
      <PathTable paths={paths} />
      <div className="flex flex-col gap-1.5">
        {pathSentences(paths).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <p className="text-xs text-muted">{texts.endingsNote}</p>
      <p className="text-xs text-muted">{texts.known[paths.known]}</p>
      <SplitBars paths={paths} />
      <Link href={places.help('same-path')} className="self-start text-xs text-accent hover:underline">
        {texts.help}
      </Link>
    </div>
  );
}
