import { useEffect, useEffectEvent, useState } from 'react';
import { paths } from '@/app/paths.ts';
import { useMarketTime } from '@/api/market-time.ts';
import { useMarket } from '@/api/queries.ts';
import { useForgetRunning } from '@/api/replays.ts';
import { formatDuration } from '@/lib/duration.ts';
import { useAccountTotals, useConnection, useDrill, useMarketNow, type LiveDrill } from '@/live/index.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { Money } from '@/ui/money.tsx';
import { DrillProgress } from './drill-progress.tsx';
import { texts } from './texts.ts';

const { bar: words } = texts;
const TICK_MS = 100;

/** Whole seconds that are left of a countdown. @param until by `performance.now()` */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

function Countdown({ until }: { until: number }) {
  const left = useSecondsLeft(until);
  return (
    <p role="timer" className="flex flex-1 flex-wrap items-baseline justify-center gap-x-2">
      <span className="text-secondary">{words.countdown}</span>
      <span className="min-w-16 text-xl leading-9 font-semibold tabular text-primary">
        {words.seconds(String(left))}
      </span>
    </p>
  );
}

function Playing({ drill }: { drill: LiveDrill }) {
  const time = useMarketTime();
  const now = useMarketNow();
  const playhead = Math.min(Math.max(now ?? drill.playhead, drill.startAt * 1000), drill.end);
  const isPlaying = drill.state === 'playing';
  const left = formatDuration(Math.ceil((drill.end - playhead) / 1000 / drill.speed));
  return (
    <div className="flex min-w-50 flex-1 flex-col gap-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-xs">
        <span
          role="status"
          title={isPlaying ? undefined : words.pausedHint}
          className={isPlaying ? 'text-secondary' : 'text-warn'}
        >
          {isPlaying ? words.playing : words.paused}
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted tabular">
          <span>{time.short(Math.floor(playhead / 1000))}</span>
          <span title={words.speedHint(drill.speed)}>{words.speed(drill.speed)}</span>
          <span>{words.left(left)}</span>
        </span>
      </p>
      <DrillProgress drill={drill} playhead={playhead} />
    </div>
  );
}

function Ended({ drill }: { drill: LiveDrill }) {
  const { totalPnl } = useAccountTotals();
  const forget = useForgetRunning();
  const onEnd = useEffectEvent(forget);
  useEffect(() => onEnd(), []);
  return (
    <>
      <p role="status" className="font-medium">
        {words.ended}
      </p>
      <p className="text-secondary">
        {words.result}: <Money value={totalPnl} signed unit />
      </p>
      <span className="flex-1" />
      <Link href={paths.debrief(drill.class, drill.market)} className={buttonClass('primary', 'sm')}>
        {words.debrief}
      </Link>
    </>
  );
}

function Standing({ drill }: { drill: LiveDrill }) {
  if (drill.state === 'ended') return <Ended drill={drill} />;
  if (drill.playsAt !== null) return <Countdown until={drill.playsAt} />;
  if (drill.state !== 'waiting') return <Playing drill={drill} />;
  return (
    <p role="status" className="flex-1 text-warn">
      {words.waiting}
    </p>
  );
}

/** How the drill of the class stands, for whoever trades in it: operators alone control it. Nobody knows without a connection. */
export function DrillBar() {
  const drill = useDrill(useMarket().id);
  const isLive = useConnection().state === 'live';
  return (
    <section
      aria-label={words.title}
      aria-busy={drill === null}
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5"
    >
      {drill === null ? (
        <p className="text-muted">{words.loading}</p>
      ) : isLive || drill.state === 'ended' ? (
        <Standing drill={drill} />
      ) : (
        <p role="status" className="flex-1 text-warn">
          {words.lost}
        </p>
      )}
    </section>
  );
}
