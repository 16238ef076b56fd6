import { useEffect, useEffectEvent, useState } from 'react';
import type { Ring } from '@plecho/contract';
import { useRingHistory, useSeeRings } from '@/api/alerts.ts';
import { pagesOf } from '@/api/pages.ts';
import { useRings } from '@/live/index.ts';
import { Badge } from '@/ui/badge.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Paged } from '@/ui/paged.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ringWords, timeWords } from './alert-words.ts';
import { texts } from './panel-texts.ts';

/** Those that were new when the list was opened stay marked while it is. */
function useNewSince(rings: readonly Ring[]): ReadonlySet<string> {
  const [known] = useState(() => new Set<string>());
  for (const { id, seen } of rings) if (!seen) known.add(id);
  return known;
}

/** Says that what is drawn has been seen: not before it is, or the list would come with nothing new in it. */
function useSeen(newest: string | undefined): void {
  const { unseen } = useRings();
  const { mutate } = useSeeRings();
  const see = useEffectEvent((upTo: string) => mutate(upTo));
  useEffect(() => {
    if (unseen > 0 && newest !== undefined) see(newest);
  }, [unseen, newest]);
}

/** What has rung, newest first. */
export function RingList() {
  const pages = pagesOf(useRingHistory());
  const { status, items: rings, retry } = pages;
  const isNew = useNewSince(rings);
  useSeen(rings[0]?.id);
  if (status === 'pending') return <Skeleton className="h-32" />;
  if (status === 'error') return <ErrorState title={texts.failed} onRetry={retry} />;
  return (
    <Paged pages={pages}>
      {rings.length === 0 && <EmptyState title={texts.noRings} hint={texts.emptyHint} />}
      {rings.length > 0 && (
        <ul className="divide-y divide-hairline" aria-label={texts.rang}>
          {rings.map((ring) => (
            <li key={ring.id} className="flex items-start gap-2 py-2">
              <div className="min-w-0 flex-1">
                <p className="text-sm tabular">{ringWords(ring)}</p>
                <p className="text-xs text-muted tabular">
                  {timeWords(ring.at / 1000)} · {ring.label}
                </p>
              </div>
              {isNew.has(ring.id) && <Badge tone="accent">{texts.isNew}</Badge>}
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}
