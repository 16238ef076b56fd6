import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, type Trade } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';
import { useMarket } from './selected-market.tsx';

export interface TradeFilter {
  symbol?: string;
  type?: Trade['type'];
  reason?: Trade['reason'];
  /** Number of a season. */
  season?: string;
  /** Only trades with a note, or with the tag of this number. */
  noted?: 'true';
  tag?: string;
  /** Trades of a page, 50 by default, 200 at most. */
  limit?: number;
}

export const tradesQuery = (market: string, filter: TradeFilter = {}) =>
  infiniteQueryOptions({
    queryKey: keys.tradeList(market, filter),
    queryFn: ({ pageParam, signal }) =>
      call(api.trades.list, { query: { market, ...filter, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** Closed trades of the selected market, newest first, page by page. */
export function useTrades(filter: TradeFilter = {}, isWanted = true) {
  const { id } = useMarket();
  return useInfiniteQuery({ ...tradesQuery(id, filter), enabled: isWanted });
}

/** Payments of funding in the selected market, newest first, page by page. */
export function useFundingPayments() {
  const { id: market } = useMarket();
  return useInfiniteQuery({
    queryKey: keys.funding(market),
    queryFn: ({ pageParam, signal }) =>
      call(api.funding.list, { query: { market, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** One closed trade, wherever it was made. */
export const useTradeOf = (market: string, tradeId: string) =>
  useQuery({
    queryKey: keys.trade(market, tradeId),
    queryFn: ({ signal }) => call(api.trades.one, { params: { id: tradeId }, query: { market }, signal }),
    staleTime: Infinity,
  });

/** One closed trade of the selected market. */
export const useTrade = (tradeId: string) => useTradeOf(useMarket().id, tradeId);
