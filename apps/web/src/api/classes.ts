import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** How often somebody who looks at a class sees how it stands. */
const REFRESH_MS = 5_000;

/** One's own classes, the one joined last first. */
export const useOwnClasses = () =>
  useQuery({
    queryKey: keys.classes(),
    queryFn: async ({ signal }) => (await call(api.classes.list, { signal })).items,
  });

/** What is behind a code: codes that are no class are not asked about again. */
export const useClass = (code: string) =>
  useQuery({
    queryKey: keys.class(code),
    queryFn: ({ signal }) => call(api.classes.one, { params: { code }, signal }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.over ? false : REFRESH_MS * 3),
    retry: false,
  });

/** How the members of one's own class do. @param isOver nothing changes any more */
export const useClassMembers = (code: string, isOver: boolean) =>
  useQuery({
    queryKey: keys.classMembers(code),
    queryFn: ({ signal }) => call(api.classes.members, { params: { code }, signal }),
    refetchInterval: isOver ? false : REFRESH_MS,
  });

function useMembership(endpoint: typeof api.classes.join | typeof api.classes.leave) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call(endpoint, { params: { code } }),
    onSuccess: (_, code) =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.classes() }),
        client.invalidateQueries({ queryKey: keys.class(code) }),
        client.invalidateQueries({ queryKey: keys.markets() }),
      ]),
  });
}

/** A second time changes nothing. */
export const useJoinClass = () => useMembership(api.classes.join);
export const useLeaveClass = () => useMembership(api.classes.leave);
