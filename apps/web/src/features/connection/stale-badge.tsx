import { useStale } from '@/live/index.ts';
import { formatDuration } from '@/lib/duration.ts';
import { Badge } from '@/ui/badge.tsx';

/** Beside a price: an amber mark with its age once it is too old to trade at. Nothing while it is fresh. */
export function StaleBadge({ symbol }: { symbol: string }) {
  const { stale, ageMs } = useStale(symbol);
  if (!stale || ageMs === null) return null;
  return (
    <Badge tone="warn">
      <span aria-hidden="true" className="size-1.5 rounded-full bg-warn" />
      цене {formatDuration(ageMs / 1000)}
    </Badge>
  );
}
