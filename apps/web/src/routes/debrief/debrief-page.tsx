import { useParams } from '@tanstack/react-router';
import { ApiError } from '@/api/client.ts';
import { useDebrief } from '@/api/drills.ts';
import { paths } from '@/app/paths.ts';
import { DebriefView } from '@/features/debrief/debrief-view.tsx';
import { texts } from '@/features/debrief/texts.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

function Loading() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton label={texts.loading} className="h-100" />
      <Skeleton className="h-70" />
    </div>
  );
}

/** /class/:code/debrief/:drill: what everybody did in a drill that is over. */
export function DebriefPage() {
  const { code = '', drill = '' } = useParams({ strict: false });
  const { data: debrief, error, refetch } = useDebrief(drill);
  const isFinal = error instanceof ApiError && error.status < 500;
  return (
    <div className="page flex max-w-7xl flex-col gap-5">
      <header className="flex flex-col gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="page-title">{texts.title}</h1>
          <Link href={paths.class(code)} className="text-accent hover:underline">
            {texts.back}
          </Link>
        </div>
        {debrief !== undefined && (
          <>
            <p className="font-medium text-secondary">{debrief.drill.label}</p>
            <p className="max-w-prose text-secondary">{texts.lead(debrief.people.some(({ own }) => own))}</p>
          </>
        )}
      </header>
      {debrief === undefined && error === null && <Loading />}
      {debrief === undefined && error !== null && (
        <ErrorState
          title={isFinal ? error.message : texts.failed}
          {...(isFinal ? {} : { onRetry: () => void refetch() })}
        />
      )}
      {debrief !== undefined && <DebriefView debrief={debrief} />}
    </div>
  );
}
