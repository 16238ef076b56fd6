import { useRef } from 'react';
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Alert, type NewAlert } from '@plecho/contract';
import { v7 } from 'uuid';
import { ApiError, call } from './client.ts';
import { isRefusal } from './intents/verdict.ts';
import { keys } from './keys.ts';
import { serverNow } from './server-time.ts';
import { useMarket } from './selected-market.tsx';

/** The person's alerts, in all markets. */
export const useAlerts = () =>
  useQuery({ queryKey: keys.alertList(), queryFn: ({ signal }) => call(api.alerts.list, { signal }) });

const ringsQuery = infiniteQueryOptions({
  queryKey: keys.ringList(),
  queryFn: ({ pageParam, signal }) => call(api.alerts.history, { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** What they have rung, newest first, page by page. */
export const useRingHistory = () => useInfiniteQuery(ringsQuery);

/** Has the lists asked for again. */
function useRenewAlerts(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.alerts() });
}

/** Sets an alert in the selected market. Asked the same again after no answer, it is the same request: one alert is set. */
export function useAddAlert() {
  const { id: market } = useMarket();
  const renew = useRenewAlerts();
  const last = useRef<{ draft: string; body: NewAlert; key: string; inDoubt: boolean } | null>(null);
  return useMutation({
    mutationFn: async ({ draft, body }: { draft: string; body: NewAlert }): Promise<Alert> => {
      const known = last.current?.draft === draft ? last.current : null;
      const asked = known ?? { draft, body, key: v7({ msecs: serverNow() }), inDoubt: false };
      last.current = asked;
      try {
        const alert = await call(api.alerts.add, { query: { market }, body: asked.body, idempotencyKey: asked.key });
        last.current = null;
        return alert;
      } catch (error) {
        if (error instanceof ApiError && isRefusal(error, asked.inDoubt)) last.current = null;
        asked.inDoubt = true;
        throw error;
      }
    },
    onSuccess: renew,
  });
}

/** Removes an alert; one that is gone already is as good. */
export function useRemoveAlert() {
  const renew = useRenewAlerts();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await call(api.alerts.remove, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'alert_not_found') throw error;
      }
    },
    onSuccess: renew,
  });
}

/** Everything up to a ring has been seen. */
export const useSeeRings = () =>
  useMutation({ mutationFn: (upTo: string) => call(api.alerts.see, { body: { upTo } }) });
