import type { Drill, DrillState } from '@plecho/contract';
import { paths, tradePath } from '@/app/paths.ts';
import { useDrills } from '@/api/drills.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { Badge, type BadgeTone } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { DrillProgress } from './drill-progress.tsx';
import { texts } from './texts.ts';

const { list: words } = texts;

const TONES: Record<DrillState, BadgeTone> = {
  ...{ waiting: 'neutral', countdown: 'accent', playing: 'accent', paused: 'warn', ended: 'neutral' },
};

function DrillCard({ drill }: { drill: Drill }) {
  const { market, label, symbols, state, masked, members, playhead, speed } = drill;
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
      <DrillProgress drill={drill} playhead={playhead} />
      <p className="flex flex-wrap justify-between gap-x-3 text-xs text-secondary tabular">
        <span>{words.members(members)}</span>
        <span>
          {symbols.join(', ')} · {texts.bar.speed(speed)}
        </span>
      </p>
      <footer className="mt-auto pt-1">
        {isOver ? (
          <Link href={paths.debrief(drill.class, market)} className={buttonClass('secondary', 'sm')}>
            {words.debrief}
            <span className="sr-only">: {label}</span>
          </Link>
        ) : (
          <Link href={tradePath(isMobileDevice(), market)} className={buttonClass('primary', 'sm')}>
            {words.open}
            <span className="sr-only">: {label}</span>
          </Link>
        )}
      </footer>
    </li>
  );
}

/** The drills of a class. @param code what invites into the class @param isOver the class is, and gets no more of them */
export function DrillList({ code, isOver }: { code: string; isOver: boolean }) {
  const { data: drills, error, refetch } = useDrills(code);
  return (
    <section aria-label={words.title} className="flex flex-col gap-3">
      <header>
        <h2 className="text-lg font-semibold">{words.title}</h2>
        <p className="max-w-prose text-secondary">{words.hint}</p>
      </header>
      {error !== null && drills === undefined && <ErrorState title={words.failed} onRetry={() => void refetch()} />}
      {error === null && drills === undefined && <Skeleton label={words.loading} className="h-40" />}
      {drills?.length === 0 && <p className="text-muted">{isOver ? words.none : words.empty}</p>}
      {drills !== undefined && drills.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]">
          {drills.map((drill) => (
            <DrillCard key={drill.market} drill={drill} />
          ))}
        </ul>
      )}
    </section>
  );
}
