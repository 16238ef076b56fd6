import { LESSONS } from '@plecho/domain';
import * as z from 'zod/mini';
import { decimal, marketId } from './common.ts';

export const lesson = z.enum(LESSONS);

/** What is missing for the task of a lesson to be done. */
export const LESSON_GAPS = [
  'not_started',
  'no_position',
  'wrong_side',
  'leverage',
  'opened_late',
  'still_open',
  'closed_early',
  'liquidated',
  'crash_ahead',
  'loss_share',
  'no_stop',
  'stop_in_noise',
  'stop_too_dear',
  'no_levels',
  'reward',
  'not_limit',
  'order_waits',
  'nothing_lost',
  'no_answer',
  'wrong_answer',
] as const;
export type LessonGapCode = (typeof LESSON_GAPS)[number];

/** `need` and `have`: the figures of the code, where it has any. */
export const lessonGap = z.strictObject({
  code: z.enum(LESSON_GAPS),
  need: z.nullable(decimal),
  have: z.nullable(decimal),
});
export type LessonGap = z.infer<typeof lessonGap>;

/** How far one has come with a lesson. Times are wall clock, ms. */
export const lessonProgress = z.strictObject({
  lesson,
  /** The personal replay that its task is done in; null before it is begun, and of lessons without one. */
  market: z.nullable(marketId),
  /** That replay is over: another one has to be started. */
  ended: z.boolean(),
  startedAt: z.nullable(z.int()),
  /** When its task was done for the first time. */
  doneAt: z.nullable(z.int()),
});
export type LessonProgress = z.infer<typeof lessonProgress>;
export const lessonList = z.strictObject({ items: z.array(lessonProgress) });
export type LessonList = z.infer<typeof lessonList>;

/** `instead`: the replay of this lesson that is given up for a new one; null keeps the one that is there. */
export const startLesson = z.strictObject({
  instead: z.nullable(z.string().check(z.regex(/^session-[0-9a-f]{16}$/))),
});

/** `answer`: of a lesson that asks a question: the number of a screen, or hundredths of what is asked for. */
export const checkLesson = z.strictObject({ answer: z.nullable(z.int().check(z.gte(0), z.lte(1_000_000))) });

/** `gap`: null when the task is done. */
export const lessonCheck = z.strictObject({ progress: lessonProgress, gap: z.nullable(lessonGap) });
export type LessonCheck = z.infer<typeof lessonCheck>;
