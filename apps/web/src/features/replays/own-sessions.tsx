import { useState } from 'react';
import type { ReplaySession } from '@plecho/contract';
import { tradePath } from '@/app/paths.ts';
import { useBalance, useReplaySessions } from '@/api/replays.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { marketTime } from '@/lib/market-time.ts';
import { useRefresh } from '@/lib/use-refresh.ts';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { Button, buttonClass } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Money } from '@/ui/money.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { SessionProgress } from './session-progress.tsx';
import { texts } from './texts.ts';
import { shareOf } from './use-session.ts';

const { own: words } = texts;

const TONES: Record<ReplaySession['state'], BadgeTone> = { playing: 'accent', paused: 'warn', ended: 'neutral' };
const SHOWN_AT_FIRST = 4;

function Result({ market }: { market: string }) {
  const { data: balance } = useBalance(market);
  return (
    <p className="text-xs text-secondary">
      {words.result}:{' '}
      {balance === undefined ? (
        <Skeleton className="inline-block h-3 w-16" />
      ) : (
        <Money value={balance.totalPnL} signed unit />
      )}
    </p>
  );
}

function SessionCard({ session }: { session: ReplaySession }) {
  const { market, label, symbols, state, playhead, speed, masked, dayOne, startAt } = session;
  const place = marketTime(dayOne).short(Math.round(playhead / 1000));
  const isOver = state === 'ended';
  return (
    <li className="flex flex-col gap-2.5 rounded-lg border border-hairline bg-panel p-4">
      <header className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 font-semibold">{label}</h3>
        <span className="flex flex-wrap gap-1.5">
          {masked && !isOver && <Badge>{words.masked}</Badge>}
          <Badge tone={TONES[state]}>{words.state[state]}</Badge>
        </span>
      </header>
      <SessionProgress label={words.progress} share={shareOf(session, startAt)} place={place} />
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-secondary tabular">
        <span>{place}</span>
        <span>
          {symbols.join(', ')} · {texts.speed.name(speed)}
        </span>
      </p>
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
        <Link
          href={tradePath(isMobileDevice(), market)}
          className={buttonClass(isOver ? 'secondary' : 'primary', 'sm')}
        >
          {isOver ? words.look : words.resume}
          <span className="sr-only">: {label}</span>
        </Link>
        {isOver && <Result market={market} />}
      </footer>
    </li>
  );
}

/** Those that can be gone on with first, each kind newest first. */
const arranged = (sessions: readonly ReplaySession[]): ReplaySession[] => [
  ...sessions.filter(({ state }) => state !== 'ended'),
  ...sessions.filter(({ state }) => state === 'ended'),
];

function Sessions({ sessions }: { sessions: readonly ReplaySession[] }) {
  const [isWhole, setWhole] = useState(false);
  const all = arranged(sessions);
  const shown = isWhole ? all : all.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2">
        {shown.map((session) => (
          <SessionCard key={session.market} session={session} />
        ))}
      </ul>
      {shown.length < all.length && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setWhole(true)}>
          {words.all(all.length)}
        </Button>
      )}
    </>
  );
}

/** One's own replays, where each stands, and the way back into them. */
export function OwnSessions() {
  const { data: sessions, isError, refetch } = useReplaySessions();
  useRefresh(sessions?.some(({ state }) => state === 'playing') === true, refetch);
  return (
    <section aria-labelledby="own-sessions" className="flex flex-col gap-3">
      <h2 id="own-sessions" className="text-base font-semibold">
        {words.title}
      </h2>
      <p className="-mt-2 max-w-prose text-secondary">{words.hint}</p>
      {sessions === undefined && isError && <ErrorState title={words.failed} onRetry={() => void refetch()} />}
      {sessions === undefined && !isError && <Skeleton label={words.loading} className="h-32 rounded-lg" />}
      {sessions?.length === 0 && <p className="text-muted">{words.empty}</p>}
      {sessions !== undefined && <Sessions sessions={sessions} />}
    </section>
  );
}
