import { useLessons } from '@/api/lessons.ts';
import { LessonList } from '@/features/lessons/lesson-list.tsx';
import { texts } from '@/features/lessons/texts.ts';
import { ErrorState } from '@/ui/error-state.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

/** /learn: the lessons, and which of them are done. */
export function LearnPage() {
  const { data, isError, refetch } = useLessons();
  const done = data?.filter(({ doneAt }) => doneAt !== null).length;
  return (
    <div className="page flex max-w-4xl flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h1 className="page-title">{texts.title}</h1>
        <p className="max-w-prose text-pretty text-secondary">{texts.lead}</p>
        <p className="text-sm text-muted tabular">
          {data === undefined || done === undefined ? '\u00a0' : texts.progress(done, data.length)}
        </p>
      </header>
      {isError && data === undefined && <ErrorState title={texts.loadFailed} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton label={texts.loading} className="h-96 rounded-lg" />}
      {data !== undefined && <LessonList items={data} />}
    </div>
  );
}
