import { useParams } from '@tanstack/react-router';
import type { ClassInfo } from '@plecho/contract';
import { useClass, useClassMembers } from '@/api/classes.ts';
import { ApiError } from '@/api/client.ts';
import { useDrills } from '@/api/drills.ts';
import { usePersona } from '@/api/persona.ts';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { AttemptPanel } from '@/features/classes/attempt-panel.tsx';
import { JoinPanel } from '@/features/classes/join-panel.tsx';
import { LeaveButton } from '@/features/classes/leave-button.tsx';
import { LeveragePanel } from '@/features/classes/leverage-panel.tsx';
import { MembersPanel } from '@/features/classes/members-panel.tsx';
import { RulesPanel } from '@/features/classes/rules-panel.tsx';
import { texts } from '@/features/classes/texts.ts';
import { DrillList } from '@/features/drill/drill-list.tsx';
import { EnterButton } from '@/features/market/enter-button.tsx';
import { BlockedNote } from '@/features/order-ticket/blocked-note.tsx';
import { PersonaPanel } from '@/features/persona/persona-panel.tsx';
import { classLabelWords, className } from '@/lib/class-words.ts';
import { BackLink } from '@/ui/back-link.tsx';
import { Badge } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

const { page: words, own } = texts;

function Head({ found }: { found: ClassInfo }) {
  const { over, members, label, member, market } = found;
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="flex min-w-0 flex-col gap-1">
        <h1 className="flex flex-wrap items-center gap-2 page-title">
          {className(found)}
          <Badge tone={over ? 'neutral' : 'accent'}>{over ? own.over : own.running}</Badge>
        </h1>
        <p className="text-secondary tabular">
          {own.members(members)} · {classLabelWords(label)}
        </p>
      </div>
      {member && (
        <div className="flex flex-wrap items-center gap-2">
          <EnterButton market={market} />
          <Link href={paths.marketPage(market.id)} className={buttonClass('ghost')}>
            {words.marketRules}
          </Link>
        </div>
      )}
    </header>
  );
}

/** How one appears to the others, until it has been chosen. */
function Appearance() {
  const { data: persona } = usePersona();
  return persona === null ? <PersonaPanel /> : null;
}

/** On one column: one's own attempt first, then everybody, the rules and the way out. */
function Inside({ found }: { found: ClassInfo }) {
  const { data: board, isPending, isError, refetch } = useClassMembers(found.code, found.over);
  // Their panels stand above others: what came later would push those down.
  const isComing = [isPending, usePersona().isPending, useDrills(found.code).isPending].includes(true);
  if (isComing) return <Skeleton label={texts.loading} className="h-96 rounded-lg" />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-4 max-lg:order-2">
        {board === undefined && isError && <ErrorState title={texts.members.failed} onRetry={() => void refetch()} />}
        {board !== undefined && (
          <>
            <MembersPanel members={board.items} fileName={`class-${found.word}-${found.number}`} isOver={found.over} />
            <LeveragePanel rows={board.byLeverage} />
          </>
        )}
        <DrillList code={found.code} isOver={found.over} />
      </div>
      <div className="flex min-w-0 flex-col gap-4 max-lg:contents">
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-1">
          {board !== undefined && <AttemptPanel found={found} board={board} />}
          <Appearance />
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-3">
          <RulesPanel found={found} />
          <LeaveButton code={found.code} isOver={found.over} />
        </div>
      </div>
    </div>
  );
}

function Outside({ found }: { found: ClassInfo }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <RulesPanel found={found} />
      <JoinPanel found={found} />
    </div>
  );
}

/** /class/$code: what a class is before one joins it, and how it goes afterwards. */
export function ClassPage() {
  const { code } = useParams({ from: '/signed-in/class/$code' });
  const market = useMarketParam();
  const { data: found, error, refetch } = useClass(code);
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <div className="page flex max-w-5xl flex-col gap-4">
      <BackLink href={paths.classes(market)}>{words.back}</BackLink>
      {found !== undefined && (
        <>
          <Head found={found} />
          {found.over ? null : <BlockedNote />}
          {found.member ? <Inside found={found} /> : <Outside found={found} />}
        </>
      )}
      {found === undefined && <h1 className="page-title">{words.title}</h1>}
      {found === undefined && error === null && <Skeleton label={texts.loading} className="h-96 rounded-lg" />}
      {found === undefined && isUnknown && <EmptyState title={words.unknown} hint={words.unknownHint} />}
      {found === undefined && error !== null && !isUnknown && (
        <ErrorState title={error.message || words.failed} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
