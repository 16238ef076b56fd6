import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Drill, type DrillControl, type NewDrill } from '@plecho/contract';
import { followed, followedCall } from './admin.ts';
import { call } from './client.ts';
import { carryOut } from './intents/carry-out.ts';
import { keys } from './keys.ts';

const OPERATED = ['admin', 'drills'] as const;
/** Whoever controls one sees by this what others have made of it. */
const REFRESH_MS = 1_000;
const LIST_REFRESH_MS = 5_000;

/** The drills of a class of one's own, newest first. */
export const useDrills = (code: string) =>
  useQuery({
    queryKey: keys.drills(code),
    queryFn: async ({ signal }) => (await call(api.drills.ofClass, { params: { code }, signal })).items,
    staleTime: 0,
    refetchInterval: LIST_REFRESH_MS,
  });

/** What everybody did in a drill that is over. */
export const useDebrief = (id: string) =>
  useQuery({
    queryKey: keys.debrief(id),
    queryFn: ({ signal }) => call(api.drills.debrief, { params: { id }, signal }),
    retry: false,
  });

/** A drill as it stands, asked for again and again until it is over. */
export const useDrillNow = (known: Drill) =>
  useQuery({
    queryKey: keys.drill(known.market),
    queryFn: ({ signal }) => call(api.drills.one, { params: { id: known.market }, signal }),
    initialData: known,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.state !== 'ended' && REFRESH_MS,
  });

/** The drills of a class as operators see them; nothing is asked for while the code is none. */
export const useOperatedDrills = (code: string | null) =>
  useQuery({
    queryKey: [...OPERATED, code],
    queryFn: async ({ signal }) =>
      (await followedCall(api.drills.operatorList, { query: { class: code ?? '' }, signal })).items,
    enabled: code !== null,
    staleTime: 0,
    retry: false,
  });

export function useMakeDrill() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDrill) => followed(carryOut(api.drills.make, { kind: 'makeDrill', body })),
    onSuccess: () => client.invalidateQueries({ queryKey: OPERATED }),
  });
}

/** Starts, pauses, resumes, ends a drill or sets its speed. What somebody else has made of it meanwhile is read again. */
export function useControlDrill(market: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DrillControl) => followedCall(api.drills.control, { params: { id: market }, body }),
    onSuccess: (drill) => client.setQueryData(keys.drill(market), drill),
    onError: () => client.invalidateQueries({ queryKey: keys.drill(market) }),
  });
}
