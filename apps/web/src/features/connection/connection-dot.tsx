import { useConnection, type Connection } from '@/live/index.ts';
import { cx } from '@/lib/class-names.ts';
import { useLasting } from '@/lib/use-lasting.ts';
import { latencyText, stateText } from './texts.ts';

/** Shape as well as colour: a full dot, a ring, a crossed ring. */
const LOOK: Record<Connection['state'], string> = {
  live: 'bg-accent',
  connecting: 'border-2 border-muted',
  reconnecting: 'border-2 border-warn',
  replaced: 'border-2 border-warn',
  offline: 'border-2 border-warn bg-[linear-gradient(45deg,transparent_42%,var(--color-warn)_42%_58%,transparent_58%)]',
};

/** Most connections are made sooner; words that come and go would push the name of the market to and fro. */
const QUIET_MS = 3_000;

/**
 * State of the stream: a dot with words for it, which show when there is something to say. Where they would push the name of
 * the market together, the bar below says it.
 */
export function ConnectionDot({ compact = false }: { compact?: boolean }) {
  const { state, latencyMs } = useConnection();
  const title = latencyMs === null ? stateText[state] : `${stateText[state]}. ${latencyText(latencyMs)}`;
  const isSlow = useLasting(state === 'connecting', QUIET_MS);
  const isQuiet = state === 'live' || (state === 'connecting' && !isSlow) || compact;
  return (
    <span role="status" title={title} className="inline-flex h-4 items-center gap-1.5 px-1 text-xs text-secondary">
      <span aria-hidden="true" className={cx('size-2 rounded-full', LOOK[state])} />
      <span className={isQuiet ? 'sr-only' : 'whitespace-nowrap max-[100rem]:sr-only'}>{stateText[state]}</span>
    </span>
  );
}
