import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type LessonList, type LessonProgress } from '@plecho/contract';
import type { Lesson } from '@plecho/domain';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** All lessons in their order, and how far one has come with each. */
export const useLessons = () =>
  useQuery({
    queryKey: keys.lessons(),
    queryFn: ({ signal }) => call(api.lessons.list, { signal }),
    select: ({ items }) => items,
    staleTime: 0,
  });

/** Puts what the server has said of one lesson among the others. */
function usePut(): (progress: LessonProgress) => void {
  const client = useQueryClient();
  return (progress) =>
    client.setQueryData<LessonList>(keys.lessons(), (known) =>
      known === undefined
        ? known
        : { items: known.items.map((one) => (one.lesson === progress.lesson ? progress : one)) },
    );
}

/** Begins a lesson; its replay can be gone to when this has ended. */
export function useStartLesson(lesson: Lesson) {
  const client = useQueryClient();
  const put = usePut();
  return useMutation({
    mutationFn: (instead: string | null) => call(api.lessons.start, { params: { lesson }, body: { instead } }),
    onSuccess: async (progress) => {
      put(progress);
      await client.invalidateQueries({ queryKey: keys.markets() });
      void client.invalidateQueries({ queryKey: keys.replaySessions() });
    },
  });
}

/** Asks whether the task of a lesson is done. The answer is the number of a screen, or hundredths of what was asked for. */
export function useCheckLesson(lesson: Lesson) {
  const put = usePut();
  return useMutation({
    mutationFn: (answer: number | null) => call(api.lessons.check, { params: { lesson }, body: { answer } }),
    onSuccess: ({ progress }) => put(progress),
  });
}
