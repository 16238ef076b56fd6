import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, type ExplorerBlock, type NetworkTransaction } from '@plecho/contract';
import { call } from './client.ts';
import { keys } from './keys.ts';

/** Blocks come every few seconds. */
const REFRESH_MS = 4_000;

/** The chains as they stand and their newest transactions. */
export const useExplorer = () =>
  useQuery({
    queryKey: keys.explorer(),
    queryFn: ({ signal }) => call(api.network.overview, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** What a typed text is: a transaction or an address. Nothing is asked for while it is empty. */
export const useExplorerSearch = (q: string) =>
  useQuery({
    queryKey: keys.explorerSearch(q),
    queryFn: ({ signal }) => call(api.network.search, { query: { q }, signal }),
    enabled: q !== '',
    retry: false,
  });

/** A transaction as it stands now. */
export const fetchTransaction = (hash: string): Promise<NetworkTransaction> =>
  call(api.network.transaction, { params: { hash } });

/** A transaction, asked for again until it has the confirmations that it needs. */
export const useExplorerTransaction = (hash: string) =>
  useQuery({
    queryKey: keys.explorerTransaction(hash),
    queryFn: ({ signal }) => call(api.network.transaction, { params: { hash }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.confirmations < data.confirmationsNeeded ? REFRESH_MS : false,
  });

/** Balances of an address and its transactions, newest first, page by page. */
export const useExplorerAddress = (address: string) =>
  useInfiniteQuery({
    queryKey: keys.explorerAddress(address),
    queryFn: ({ pageParam, signal }) =>
      call(api.network.address, { params: { address }, query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const useExplorerBlock = (network: ExplorerBlock['network'], height: number) =>
  useQuery({
    queryKey: keys.explorerBlock(network, height),
    queryFn: ({ signal }) => call(api.network.block, { params: { network, height: String(height) }, signal }),
  });
