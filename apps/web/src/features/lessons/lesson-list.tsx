import { LESSONS } from '@plecho/domain';
import type { LessonProgress } from '@plecho/contract';
import { useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { Badge } from '@/ui/badge.tsx';
import { Link } from '@/ui/link.tsx';
import { lessonWords, texts } from './texts.ts';

function State({ startedAt, doneAt }: LessonProgress) {
  if (doneAt !== null) return <Badge tone="up">{texts.state.done}</Badge>;
  return (
    <Badge tone={startedAt === null ? 'neutral' : 'accent'}>
      {texts.state[startedAt === null ? 'fresh' : 'begun']}
    </Badge>
  );
}

/** The lessons and how far one has come with each. */
export function LessonList({ items }: { items: readonly LessonProgress[] }) {
  const market = useMarketParam();
  return (
    <ol className="grid gap-3 md:grid-cols-2">
      {items.map((progress) => {
        const { title, task } = lessonWords[progress.lesson];
        const number = LESSONS.indexOf(progress.lesson) + 1;
        return (
          <li key={progress.lesson}>
            <Link
              href={paths.lesson(progress.lesson, market)}
              className="flex h-full flex-col gap-1.5 rounded-lg border border-hairline bg-panel p-3 hover:border-control"
            >
              <span className="flex items-center justify-between gap-2">
                <span className="text-xs text-muted">{texts.number(number)}</span>
                <State {...progress} />
              </span>
              <span className="font-semibold text-primary">{title}</span>
              <span className="text-sm text-pretty text-secondary">{task}</span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
