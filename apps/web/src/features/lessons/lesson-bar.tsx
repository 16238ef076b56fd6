import { LESSONS } from '@plecho/domain';
import type { LessonProgress } from '@plecho/contract';
import { useCheckLesson, useLessons } from '@/api/lessons.ts';
import { useMarket } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { lessonWords, texts } from './texts.ts';
import { Verdict } from './verdict.tsx';

function Task({ progress, market }: { progress: LessonProgress; market: string }) {
  const { lesson } = progress;
  const { data, error, isPending, mutate } = useCheckLesson(lesson);
  const number = LESSONS.indexOf(lesson) + 1;
  return (
    <section aria-label={texts.task} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2 py-1.5 lying:py-0">
      <p className="min-w-0 flex-1 basis-60 text-xs text-pretty text-secondary">
        <span className="font-medium text-primary">{texts.number(number)}.</span> {lessonWords[lesson].task}
      </p>
      <Verdict check={data} error={error} className="flex-1 basis-60 text-xs" />
      <span className="flex items-center gap-1">
        <Button size="sm" variant="primary" pending={isPending} onClick={() => mutate(null)}>
          {texts.check}
        </Button>
        <Link href={paths.lesson(lesson, market)} className={buttonClass('ghost', 'sm')}>
          {texts.toLesson}
        </Link>
      </span>
    </section>
  );
}

/** Names the task of the lesson whose replay this is, and asks the server about it; nothing in any other replay. */
export function LessonBar() {
  const market = useMarket();
  const { data } = useLessons();
  const progress = data?.find((one) => one.market === market.id);
  return progress === undefined ? null : <Task progress={progress} market={market.id} />;
}
