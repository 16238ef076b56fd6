import type { OwnClass } from '@plecho/contract';
import { useOwnClasses } from '@/api/classes.ts';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { className } from '@/lib/class-words.ts';
import { Badge } from '@/ui/badge.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

const { own: words } = texts;

function ClassCard({ own }: { own: OwnClass }) {
  const market = useMarketParam();
  const name = className(own);
  return (
    <li className="flex items-center justify-between gap-3 rounded-lg border border-hairline bg-panel p-4">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">
          {name}
          <Badge tone={own.over ? 'neutral' : 'accent'}>{own.over ? words.over : words.running}</Badge>
        </h3>
        <p className="text-secondary tabular">{words.members(own.members)}</p>
      </div>
      <Link
        href={paths.class(own.code, market)}
        className={buttonClass('secondary')}
        aria-label={`${words.open}: ${name}`}
      >
        {words.open}
      </Link>
    </li>
  );
}

/** The classes that one is in, the one joined last first. */
export function OwnClasses() {
  const { data: classes, isError, refetch } = useOwnClasses();
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-col gap-3">
      <h2 className="text-lg font-semibold">{words.title}</h2>
      {classes === undefined && isError && <ErrorState title={texts.failed} onRetry={() => void refetch()} />}
      {classes === undefined && !isError && <Skeleton label={texts.loading} className="h-[6.625rem] rounded-lg" />}
      {classes?.length === 0 && <EmptyState title={words.empty} hint={words.emptyHint} />}
      {classes !== undefined && classes.length > 0 && (
        <ul className="flex min-h-[6.625rem] flex-col gap-3">
          {classes.map((own) => (
            <ClassCard key={own.code} own={own} />
          ))}
        </ul>
      )}
    </section>
  );
}
