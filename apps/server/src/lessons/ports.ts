import type { Lesson } from '@plecho/domain';

/** How far somebody has come with a lesson. Times are wall clock, ms. */
export interface LessonRecord {
  lesson: Lesson;
  /** The personal replay of its task; null of a lesson without one. */
  marketId: string | null;
  /** Whether that replay is over. */
  ended: boolean;
  startedAt: number;
  doneAt: number | null;
}

export interface Beginning {
  userId: bigint;
  lesson: Lesson;
  marketId: string | null;
  /** The replay that this one takes the place of; null for none. */
  instead: string | null;
  /** Wall clock, ms. */
  at: number;
}

export interface LessonStore {
  /** Those that were begun, in no particular order. */
  list(userId: bigint): Promise<LessonRecord[]>;
  find(userId: bigint, lesson: Lesson): Promise<LessonRecord | null>;
  /** Begins a lesson; nothing changes unless what is there is what it takes the place of. @returns as it stands then */
  begin(beginning: Beginning): Promise<LessonRecord>;
  /** Of one that was begun; when it was done first stays. @param at wall clock, ms */
  finish(userId: bigint, lesson: Lesson, at: number): Promise<LessonRecord>;
}
