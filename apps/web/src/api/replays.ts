import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, type NewReplaySession, type ReplaySession, type SessionControl } from '@plecho/contract';
import { call } from './client.ts';
import { carryOut } from './intents/carry-out.ts';
import { keys } from './keys.ts';

/** Recordings that everybody may replay. */
export const useDatasets = () =>
  useQuery({
    queryKey: keys.datasets(),
    queryFn: async ({ signal }) => (await call(api.replays.datasets, { signal })).items,
  });

/** One's own personal replays, newest first, as each stood when it was asked. */
export const useReplaySessions = () =>
  useQuery({
    queryKey: keys.replaySessions(),
    queryFn: async ({ signal }) => (await call(api.replays.sessions, { signal })).items,
    staleTime: 0,
  });

/** The account in a market that need not be the selected one. */
export const useBalance = (market: string) =>
  useQuery({
    queryKey: keys.balance(market),
    queryFn: ({ signal }) => call(api.account.balance, { query: { market }, signal }),
    staleTime: 0,
  });

/** Starts a personal replay; its market can be gone to when this has ended. */
export function useStartReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewReplaySession) => carryOut(api.replays.start, { kind: 'startReplay', body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.markets() }),
        client.invalidateQueries({ queryKey: keys.replaySessions() }),
      ]),
  });
}

function putSession(client: QueryClient, session: ReplaySession): void {
  client.setQueryData<ReplaySession[]>(keys.replaySessions(), (known) =>
    known?.map((one) => (one.market === session.market ? session : one)),
  );
}

/** Pauses, resumes, steps, jumps, sets the speed or finishes the replay of `market`. */
export function useControlReplay(market: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SessionControl) => call(api.replays.control, { params: { id: market }, body }),
    onSuccess: (session) => putSession(client, session),
  });
}

/** A replay has ended: what it was is told, and its market takes no orders any more. */
export function useForgetRunning(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: keys.replaySessions() });
    void client.invalidateQueries({ queryKey: keys.markets() });
  };
}
