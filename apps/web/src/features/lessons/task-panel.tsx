import { useState } from 'react';
import type { LessonProgress } from '@plecho/contract';
import { useCheckLesson } from '@/api/lessons.ts';
import { formatDate } from '@/lib/format.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Panel } from '@/ui/panel.tsx';
import { List } from '@/ui/prose.tsx';
import { FakeScreens } from './fake-screens.tsx';
import { NumberAnswer } from './number-answer.tsx';
import { OpenReplay } from './open-replay.tsx';
import { lessonWords, texts } from './texts.ts';
import { Verdict } from './verdict.tsx';

function Screens({
  isTold,
  pending,
  onAnswer,
}: {
  isTold: boolean;
  pending: boolean;
  onAnswer: (screen: number) => void;
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <>
      <FakeScreens chosen={chosen} onChoose={setChosen} isTold={isTold} />
      <Button
        variant="primary"
        className="self-start"
        disabled={chosen === null}
        pending={pending}
        onClick={() => chosen !== null && onAnswer(chosen)}
      >
        {texts.check}
      </Button>
    </>
  );
}

/** What the task of a lesson asks for, the ways to it, and what the server says of it. */
export function TaskPanel({ progress }: { progress: LessonProgress }) {
  const { lesson, startedAt, doneAt } = progress;
  const { data, error, isPending, mutate, mutateAsync } = useCheckLesson(lesson);
  const { task, steps, question } = lessonWords[lesson];
  const isAsked = lesson === 'costs' || lesson === 'fake-exchange';
  const done = doneAt === null ? null : <Badge tone="up">{`${texts.state.done} ${formatDate(doneAt / 1000)}`}</Badge>;
  return (
    <Panel title={texts.task} aside={done}>
      <div className="flex flex-col gap-4 text-secondary">
        <p className="font-medium text-primary">{task}</p>
        <List ordered>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </List>
        {!isAsked && <OpenReplay progress={progress} />}
        {lesson === 'fake-exchange' && (
          <Screens isTold={doneAt !== null} pending={isPending} onAnswer={(screen) => mutate(screen)} />
        )}
        {question !== undefined && (isAsked || startedAt !== null) && (
          <NumberAnswer {...question} pending={isPending} onAnswer={mutateAsync} />
        )}
        {!isAsked && question === undefined && startedAt !== null && (
          <Button className="self-start" pending={isPending} onClick={() => mutate(null)}>
            {texts.check}
          </Button>
        )}
        <Verdict check={data} error={error} />
      </div>
    </Panel>
  );
}
