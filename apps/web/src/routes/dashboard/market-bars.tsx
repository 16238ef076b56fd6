import type { Interval } from '@plecho/domain';
import { DrillControls } from '@/features/drill/drill-controls.tsx';
import { LessonTask } from '@/features/lessons/lesson-task.tsx';
import { SessionControls } from '@/features/replays/session-controls.tsx';

/** What stands over the chart of a market that is a lesson’s, a replay or a drill. */
export function MarketBars({ interval }: { interval: Interval }) {
  return (
    <>
      <LessonTask className="border-b" />
      <SessionControls interval={interval} className="border-b" />
      <DrillControls className="border-b" />
    </>
  );
}
