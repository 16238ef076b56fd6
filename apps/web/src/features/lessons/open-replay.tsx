import type { LessonProgress } from '@plecho/contract';
import { useSession } from '@/api/queries.ts';
import { useStartLesson } from '@/api/lessons.ts';
import { paths, tradePath } from '@/app/paths.ts';
import { isMobileDevice } from '@/lib/device.ts';
import { Button } from '@/ui/button.tsx';
import { useGo } from '@/ui/link.tsx';
import { toast } from '@/ui/toast.tsx';
import { texts } from './texts.ts';

const isMoney = (lesson: LessonProgress['lesson']): boolean => lesson === 'wrong-network';

/** The ways to where the task is done; what stands in the way is said. */
export function OpenReplay({ progress }: { progress: LessonProgress }) {
  const { lesson, market, ended, startedAt } = progress;
  const { mutate, isPending } = useStartLesson(lesson);
  const { user } = useSession();
  const go = useGo();
  const start = (instead: string | null): void =>
    mutate(instead, {
      onSuccess: (begun) => {
        const onPhone = isMobileDevice();
        if (begun.market !== null) go(tradePath(onPhone, begun.market));
        else go(onPhone ? paths.mobileDeposit() : paths.deposit());
      },
      onError: ({ message }) => toast.error(message === '' ? texts.failed : message),
    });
  if (user?.isBlocked === true) return <p className="text-warn">{texts.blocked}</p>;
  const first = isMoney(lesson) ? (startedAt === null ? texts.begin : texts.toDeposit) : texts.open;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {!ended && (
        <Button variant="primary" pending={isPending} onClick={() => start(null)}>
          {first}
        </Button>
      )}
      {market !== null && (
        <Button
          variant={ended ? 'primary' : 'ghost'}
          pending={ended && isPending}
          disabled={isPending}
          onClick={() => start(market)}
        >
          {texts.again}
        </Button>
      )}
      {ended && <p className="text-sm text-muted">{texts.ended}</p>}
    </div>
  );
}
