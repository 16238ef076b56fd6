import { queryOptions, useQuery, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { api, type Market, type User } from '@plecho/contract';
import { ApiError, call } from './client.ts';
import { keys } from './keys.ts';
import { useMarketParam } from './selected-market.tsx';

export { useMarket, useMarketParam } from './selected-market.tsx';

/** Who is signed in; null when nobody is. */
async function fetchProfile(signal: AbortSignal): Promise<User | null> {
  try {
    return await call(api.auth.profile, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Another tab may have given the session a new secret under this very request: who was signed in is asked twice. */
async function fetchSession({ client, signal }: QueryFunctionContext): Promise<User | null> {
  const known = client.getQueryData<User | null>(keys.session()) ?? null;
  const user = await fetchProfile(signal);
  return user === null && known !== null ? fetchProfile(signal) : user;
}

export const sessionQuery = () => queryOptions({ queryKey: keys.session(), queryFn: fetchSession, staleTime: 60_000 });

/**
 * Who is signed in from now on, whatever a request that is under way will say of before; what was read for anybody else
 * is forgotten ({@link forgetOthers}). @param user null: nobody
 */
export async function setSession(client: QueryClient, user: User | null): Promise<void> {
  await client.cancelQueries({ queryKey: keys.session() });
  client.setQueryData(keys.session(), user);
}

export const marketsQuery = () =>
  queryOptions({
    queryKey: keys.markets(),
    queryFn: async ({ signal }): Promise<Market[]> => (await call(api.markets.list, { signal })).items,
  });

/** @param market as the address names it; undefined for the main one */
export const pairsQuery = (market: string | undefined) =>
  queryOptions({
    queryKey: keys.pairs(market),
    queryFn: ({ signal }) => call(api.prices.pairs, { query: { market }, signal }),
    staleTime: 5 * 60_000,
  });

export type Session =
  | { status: 'loading'; user: null }
  | { status: 'failed'; user: null; retry: () => void }
  | { status: 'signedOut'; user: null }
  | { status: 'signedIn'; user: User };

/** Who is signed in, as far as is known. */
export function useSession(): Session {
  const { data, errorUpdateCount, refetch } = useQuery(sessionQuery());
  if (data === null) return { status: 'signedOut', user: null };
  if (data !== undefined) return { status: 'signedIn', user: data };
  // Once it has failed it stays so until there is an answer, also while it is asked again.
  if (errorUpdateCount === 0) return { status: 'loading', user: null };
  return { status: 'failed', user: null, retry: () => void refetch() };
}

/** A market that the address names: one of all, or a personal replay, which is told to whoever asks for it by name. */
export function useNamedMarket(wanted: string | undefined) {
  const { data: markets, errorUpdateCount, refetch } = useMarkets();
  const listed = markets?.find(({ id, main }) => (wanted === undefined ? main : id === wanted));
  const isUnlisted = markets !== undefined && listed === undefined && wanted !== undefined;
  const one = useQuery({
    queryKey: keys.market(wanted ?? ''),
    queryFn: ({ signal }) => call(api.markets.one, { params: { id: wanted ?? '' }, signal }),
    enabled: isUnlisted,
  });
  const market = listed ?? (isUnlisted ? one.data : undefined);
  const isRefused = one.error instanceof ApiError && one.error.code === 'unknown_market';
  return {
    market,
    isUnknown: market === undefined && markets !== undefined && (!isUnlisted || isRefused),
    // What is known already stays, whatever becomes of asking again.
    isFailed: market === undefined && (markets === undefined ? errorUpdateCount > 0 : one.isError && !isRefused),
    retry: () => void (markets === undefined ? refetch() : one.refetch()),
  };
}

/** All markets, the main one first. */
export const useMarkets = () => useQuery(marketsQuery());

/** The newest published key of a market whose days have keys. */
export const useDayKeys = (market: string) =>
  useQuery({
    queryKey: keys.dayKeys(market),
    queryFn: ({ signal }) => call(api.markets.dayKeys, { params: { id: market }, signal }),
    staleTime: 60_000,
  });

/** The pairs of the selected market with their day as it was when the page loaded; live prices are in live/. */
export const usePairs = () => useQuery(pairsQuery(useMarketParam()));
