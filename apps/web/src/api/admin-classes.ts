import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type NewClass } from '@plecho/contract';
import { followed, followedCall } from './admin.ts';
import { carryOut } from './intents/carry-out.ts';

/** Below the key of the operator area: they go with it. */
const keys = {
  classes: ['admin', 'classes'] as const,
  class: (id: string) => ['admin', 'classes', id] as const,
};
/** A lesson is watched as it goes. */
const LIVE_MS = 4_000;

/** All classes, the newest first. */
export const useOperatedClasses = () =>
  useQuery({
    queryKey: keys.classes,
    queryFn: async ({ signal }) => (await followedCall(api.classes.operatorList, { signal })).items,
    staleTime: 0,
    retry: false,
  });

/**
 * A class and everybody who ever joined it, as they do now.
 * @param isActive false: as they did when it was asked for, so that no page without its operator keeps the step-up fresh
 */
export const useOperatedClass = (id: string, isActive: boolean) =>
  useQuery({
    queryKey: keys.class(id),
    queryFn: ({ signal }) => followedCall(api.classes.operatorOne, { params: { id }, signal }),
    refetchInterval: ({ state }) => isActive && state.data?.class.over !== true && LIVE_MS,
    staleTime: 0,
    retry: false,
  });

/** Makes a class, once however often it is sent; its rules never change from then on. */
export function useMakeClass() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewClass) => followed(carryOut(api.classes.make, { kind: 'makeClass', body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.classes }),
  });
}

/** Ends a class and its market; a second time changes nothing. */
export function useEndClass() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => followedCall(api.classes.end, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.classes }),
  });
}
