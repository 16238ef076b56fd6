import type { Market } from '@plecho/contract';
import { formatDuration } from '@/lib/duration.ts';
import { formatDateTime } from '@/lib/format.ts';
import { useSecond } from '@/live/use-second.ts';
import { texts } from './texts.ts';

/** A recording has a clock of its own, which says nothing of when something happens here. */
const followsTheWallClock = ({ kind }: Market): boolean => kind !== 'replay';

/** Renders once a second, and nothing around it does. */
function Countdown({ to }: { to: number }) {
  const left = to - useSecond() / 1000;
  return left > 0 && <span className="tabular"> ({texts.in(formatDuration(left))})</span>;
}

/** When a market begins, or when it will end by itself; nothing where neither is known. */
export function When({ market }: { market: Market }) {
  const { status, startAt, endAt } = market;
  if (status === 'ended' || !followsTheWallClock(market)) return null;
  const moment = status === 'upcoming' ? startAt : endAt;
  if (moment === null) return null;
  return (
    <p className="text-xs text-muted">
      {status === 'upcoming' ? texts.starts : texts.ends} {formatDateTime(moment)}
      <Countdown to={moment} />
    </p>
  );
}
