import { useParams } from '@tanstack/react-router';
import { LESSONS, type Lesson } from '@plecho/domain';
import { useLessons } from '@/api/lessons.ts';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { BODIES } from '@/features/lessons/bodies.ts';
import { TaskPanel } from '@/features/lessons/task-panel.tsx';
import { lessonWords, texts } from '@/features/lessons/texts.ts';
import { BackLink } from '@/ui/back-link.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';

const isLesson = (text: string): text is Lesson => LESSONS.some((lesson) => lesson === text);

function Task({ lesson }: { lesson: Lesson }) {
  const { data, isError, refetch } = useLessons();
  const progress = data?.find((one) => one.lesson === lesson);
  if (progress !== undefined) return <TaskPanel key={lesson} progress={progress} />;
  if (isError) return <ErrorState title={texts.loadFailed} onRetry={() => void refetch()} />;
  return <Skeleton label={texts.loading} className="h-48 rounded-lg" />;
}

/** /learn/$lesson: what is read, and the task. */
export function LessonPage() {
  const { lesson } = useParams({ from: '/signed-in/learn/$lesson' });
  const market = useMarketParam();
  const place = isLesson(lesson) ? LESSONS.indexOf(lesson) : -1;
  const next = place === -1 ? undefined : LESSONS[place + 1];
  const Body = isLesson(lesson) ? BODIES[lesson] : null;
  return (
    <div className="page flex max-w-2xl flex-col gap-5">
      <BackLink href={paths.learn(market)}>{texts.toList}</BackLink>
      {!isLesson(lesson) || Body === null ? (
        <>
          <h1 className="sr-only">{texts.title}</h1>
          <EmptyState title={texts.unknown} />
        </>
      ) : (
        <article className="flex flex-col gap-5">
          <header className="flex flex-col gap-1">
            <p className="text-sm text-muted">{texts.number(place + 1)}</p>
            <h1 className="page-title text-balance">{lessonWords[lesson].title}</h1>
          </header>
          <div className="flex flex-col gap-4 text-base text-pretty text-secondary">
            <Body />
          </div>
          <Task lesson={lesson} />
          {next !== undefined && (
            <Link href={paths.lesson(next, market)} className="self-end text-accent hover:underline">
              {texts.next(lessonWords[next].title)} →
            </Link>
          )}
        </article>
      )}
    </div>
  );
}
