import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  CardAnswer,
  CardPayout,
  CardTopUp,
  DepositAddress,
  DepositClaim,
  ExplorerAddress,
  ExplorerBlock,
  ExplorerMatch,
  ExplorerOverview,
  LogList,
  NetworkTransaction,
  Operation,
  OperationList,
  Season,
  WalletSend,
  WalletTransactionList,
  Withdrawal,
} from '@plecho/contract';
import { request } from './client.ts';
import { carryOut } from './intents/carry-out.ts';
import { keys } from './keys.ts';
import { useMarket } from './selected-market.tsx';

const part = encodeURIComponent;

// ── operations of the account ──

export interface OperationFilter {
  type?: Operation['type'];
  status?: Operation['status'];
  /** Operations of a page, 50 by default, 200 at most. */
  limit?: number;
}

export const operationsQuery = (filter: OperationFilter = {}) =>
  infiniteQueryOptions({
    queryKey: keys.operationList(filter),
    queryFn: ({ pageParam, signal }) =>
      request<OperationList>('GET', '/payments/transactions', {
        query: { ...filter, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Deposits, card top-ups and withdrawals, newest first, page by page. */
export const useOperations = (filter: OperationFilter = {}) => useInfiniteQuery(operationsQuery(filter));

/** Where the account receives each coin on each network; addresses never change. */
export const useDepositAddresses = () =>
  useQuery({
    queryKey: keys.depositAddresses(),
    queryFn: async ({ signal }) =>
      (await request<{ items: DepositAddress[] }>('GET', '/payments/deposit-addresses', { signal })).items,
    staleTime: Infinity,
  });

/** Has the lists of operations asked for again. */
function useRenewOperations(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keys.operationLists() });
}

/** Names the transaction that is to be credited. */
export function useClaimDeposit() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: (body: DepositClaim) =>
      carryOut<Operation>({ kind: 'claimDeposit', method: 'POST', path: '/payments/deposit/hash', body }),
    onSuccess: renew,
  });
}

/** Starts a card top-up; the answer says what the bank asks for. */
export function useTopUpByCard() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: (body: CardTopUp) =>
      carryOut<CardAnswer>({ kind: 'topUp', method: 'POST', path: '/payments/deposit/card', body }),
    onSuccess: renew,
  });
}

/** Confirms at the practice bank, with the code where it asks for one. */
export function useBankConfirm() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: ({ id, code }: { id: string; code?: string }) =>
      carryOut<CardAnswer>({
        kind: 'bankConfirm',
        subject: id,
        method: 'POST',
        path: `/payments/deposit/card/${part(id)}/confirm`,
        body: code === undefined ? {} : { code },
      }),
    onSuccess: renew,
  });
}

export function useBankCancel() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: ({ id }: { id: string }) =>
      carryOut<CardAnswer>({
        kind: 'bankCancel',
        subject: id,
        method: 'POST',
        path: `/payments/deposit/card/${part(id)}/cancel`,
      }),
    onSuccess: renew,
  });
}

/** What the practice bank still asks for, as the server knows it now. */
export const fetchBankStep = (id: string): Promise<CardAnswer> =>
  request<CardAnswer>('GET', `/payments/deposit/card/${part(id)}`);

export function useWithdraw() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: (body: Withdrawal) =>
      carryOut<Operation>({ kind: 'withdraw', method: 'POST', path: '/payments/withdraw/crypto', body }),
    onSuccess: renew,
  });
}

/** Pays USDT of the account out to a practice card. */
export function useWithdrawToCard() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: (body: CardPayout) =>
      carryOut<Operation>({ kind: 'withdrawToCard', method: 'POST', path: '/payments/withdraw/card', body }),
    onSuccess: renew,
  });
}

// ── practice wallet ──

/** Transactions to and from the practice wallet, newest first, page by page. */
export const useWalletTransactions = () =>
  useInfiniteQuery({
    queryKey: keys.walletTransactions(),
    queryFn: ({ pageParam, signal }) =>
      request<WalletTransactionList>('GET', '/wallet/transactions', {
        query: { cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Sends coins of the practice wallet; the answer is the transaction, which still waits for its block. */
export function useSendCoins() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WalletSend) =>
      carryOut<NetworkTransaction>({ kind: 'sendCoins', method: 'POST', path: '/wallet/send', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.walletTransactions() }),
  });
}

// ── explorer; blocks come every few seconds ──

const EXPLORER_REFRESH_MS = 4_000;

/** The chains as they stand and their newest transactions. */
export const useExplorer = () =>
  useQuery({
    queryKey: keys.explorer(),
    queryFn: ({ signal }) => request<ExplorerOverview>('GET', '/network', { signal }),
    refetchInterval: EXPLORER_REFRESH_MS,
  });

/** What a typed text is: a transaction or an address. Nothing is asked for while it is empty. */
export const useExplorerSearch = (q: string) =>
  useQuery({
    queryKey: keys.explorerSearch(q),
    queryFn: ({ signal }) => request<ExplorerMatch>('GET', '/network/search', { query: { q }, signal }),
    enabled: q !== '',
    retry: false,
  });

const requestTransaction = (hash: string, signal?: AbortSignal): Promise<NetworkTransaction> =>
  request<NetworkTransaction>('GET', `/network/transactions/${part(hash)}`, signal === undefined ? {} : { signal });

/** A transaction as it stands now. */
export const fetchTransaction = (hash: string): Promise<NetworkTransaction> => requestTransaction(hash);

/** A transaction, asked for again until it has the confirmations that it needs. */
export const useExplorerTransaction = (hash: string) =>
  useQuery({
    queryKey: keys.explorerTransaction(hash),
    queryFn: ({ signal }) => requestTransaction(hash, signal),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.confirmations < data.confirmationsNeeded ? EXPLORER_REFRESH_MS : false,
  });

/** Balances of an address and its transactions, newest first, page by page. */
export const useExplorerAddress = (address: string) =>
  useInfiniteQuery({
    queryKey: keys.explorerAddress(address),
    queryFn: ({ pageParam, signal }) =>
      request<ExplorerAddress>('GET', `/network/addresses/${part(address)}`, {
        query: { cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const useExplorerBlock = (network: ExplorerBlock['network'], height: number) =>
  useQuery({
    queryKey: keys.explorerBlock(network, height),
    queryFn: ({ signal }) => request<ExplorerBlock>('GET', `/network/blocks/${network}/${height}`, { signal }),
  });

// ── seasons and the account's log ──

/** Seasons of the account in the selected market, newest first. */
export function useSeasons() {
  const { id: market } = useMarket();
  return useQuery({
    queryKey: keys.seasons(market),
    queryFn: async ({ signal }) =>
      (await request<{ items: Season[] }>('GET', '/trading/seasons', { query: { market }, signal })).items,
  });
}

/** Ends the season in the selected market and starts the next; answers with the new one. */
export function useStartSeason() {
  const { id: market } = useMarket();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      carryOut<Season>({ kind: 'startSeason', method: 'POST', path: '/trading/seasons', query: { market } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.seasons(market) });
      void client.invalidateQueries({ queryKey: keys.accountLog() });
    },
  });
}

/** Everything that was done to the account, newest first, page by page. */
export const useAccountLog = () =>
  useInfiniteQuery({
    queryKey: keys.accountLog(),
    queryFn: ({ pageParam, signal }) =>
      request<LogList>('GET', '/account/log', { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
