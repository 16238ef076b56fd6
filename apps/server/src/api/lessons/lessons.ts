import { api } from '@plecho/contract';
import { LESSONS, type Lesson } from '@plecho/domain';
import type { LessonRecord } from '../../lessons/ports.ts';
import { handle } from '../handle.ts';
import { identityOf, type Server, type Services } from '../server.ts';

function toWireProgress(lesson: Lesson, record: LessonRecord | null) {
  if (record === null) return { lesson, market: null, ended: false, startedAt: null, doneAt: null };
  const { marketId: market, ended, startedAt, doneAt } = record;
  return { lesson, market, ended, startedAt, doneAt };
}

/** The lessons of whoever asks. */
export function lessonRoutes(app: Server, { lessons }: Services): void {
  handle(app, api.lessons.list, async (request) => {
    const begun = await lessons.list(identityOf(request).user.id);
    const items = LESSONS.map((lesson) =>
      toWireProgress(lesson, begun.find((record) => record.lesson === lesson) ?? null),
    );
    return { items };
  });

  handle(app, api.lessons.start, async (request) => {
    const { lesson } = request.params;
    const { user } = identityOf(request);
    return toWireProgress(lesson, await lessons.start(user.id, lesson, request.body.instead));
  });

  handle(app, api.lessons.check, async (request) => {
    const { lesson } = request.params;
    const { user } = identityOf(request);
    const { record, verdict } = await lessons.check(user.id, lesson, request.body.answer);
    return { progress: toWireProgress(lesson, record), gap: verdict };
  });
}
