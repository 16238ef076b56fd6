import * as z from 'zod/mini';
import { checkLesson, lesson, lessonCheck, lessonList, lessonProgress, startLesson } from '../lessons.ts';
import { endpoint } from './endpoint.ts';
import { SESSION } from './examples.ts';

const BEGUN = {
  ...{ lesson: 'leverage', market: SESSION.market, ended: false },
  ...{ startedAt: 1_795_003_600_000, doneAt: null },
} as const;

const params = z.strictObject({ lesson });

export const list = endpoint({
  method: 'GET',
  path: '/api/lessons',
  access: 'user',
  description: 'All lessons in their order, and how far whoever asks has come with each.',
  answer: lessonList,
  errors: [],
  example: { answer: { items: [BEGUN] } },
});

export const start = endpoint({
  method: 'POST',
  path: '/api/lessons/:lesson/start',
  access: 'active',
  description:
    'Begins a lesson. Where its task is done in a replay, that is started and stands until its owner plays it. Asked again, the answer is the replay that is there, unless that is the one to be given up, which is then finished.',
  params,
  body: startLesson,
  answer: lessonProgress,
  errors: ['too_many_sessions', 'too_many_playing'],
  example: { params: { lesson: 'leverage' }, body: { instead: null }, answer: BEGUN },
});

export const check = endpoint({
  method: 'POST',
  path: '/api/lessons/:lesson/check',
  access: 'user',
  description:
    'Looks whether the task of a lesson is done, by what the person has really done in its replay or on the practice network, or by the answer to its question. Once done, a lesson stays done.',
  params,
  body: checkLesson,
  answer: lessonCheck,
  errors: [],
  example: {
    params: { lesson: 'leverage' },
    body: { answer: null },
    answer: { progress: BEGUN, gap: { code: 'leverage', need: '10', have: '3' } },
  },
});
