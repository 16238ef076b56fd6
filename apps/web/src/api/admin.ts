import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  api,
  type AnswerOf,
  type AuditRecord,
  type BalanceAdjustment,
  type Endpoint,
  type OperatorUser,
  type OwnedOperation,
  type UserBlock,
} from '@plecho/contract';
import { call, type Call } from './client.ts';
import { carryOut } from './intents/carry-out.ts';
import { queryClient } from './query-client.ts';

/** Keys of the operator area; all of them go when it is left. */
const keys = {
  all: ['admin'] as const,
  session: ['admin', 'session'] as const,
  user: (phone: string) => ['admin', 'user', phone] as const,
  operations: (status: string) => ['admin', 'operations', status] as const,
  operation: (code: string) => ['admin', 'operation', code] as const,
  audit: (filter: object) => ['admin', 'audit', filter] as const,
  health: ['admin', 'health'] as const,
};

/** A call of the operator area puts off its closing, or finds it closed: either way its end is read again. */
export async function followed<T>(calling: Promise<T>): Promise<T> {
  try {
    return await calling;
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.session });
  }
}

export const followedCall = <E extends Endpoint>(endpoint: E, given: Call<E>): Promise<AnswerOf<E>> =>
  followed(call(endpoint, given));

/** Whether this session may use the operator area now, and until when. */
export const useOperatorSession = () =>
  useQuery({
    queryKey: keys.session,
    queryFn: ({ signal }) => call(api.admin.session, { signal }),
    staleTime: 0,
    retry: false,
  });

export function useStepUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (secret: string) => call(api.admin.stepUp, { body: { secret } }),
    onSuccess: (session) => client.setQueryData(keys.session, session),
  });
}

/** Leaves the operator area; what was seen there is forgotten. */
export function useStepDown() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(api.admin.stepDown, {}),
    onSuccess: (session) => {
      client.removeQueries({ queryKey: keys.all });
      client.setQueryData(keys.session, session);
    },
  });
}

/** A user by phone as it was typed; nothing is asked for while it is empty. */
export const useOperatorUser = (phone: string) =>
  useQuery({
    queryKey: keys.user(phone),
    queryFn: ({ signal }) => followedCall(api.admin.user, { query: { phone }, signal }),
    enabled: phone !== '',
    staleTime: 0,
    retry: false,
  });

/** An act on the user that `phone` found; the answer replaces what is shown of them. */
function useAct<T>(phone: string, send: (body: T) => Promise<OperatorUser>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (user) => client.setQueryData(keys.user(phone), user),
  });
}

/** Its answer says what was done, which is the same however often it is sent; the user is read again. */
export function useAdjustBalance(phone: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BalanceAdjustment) => followed(carryOut(api.admin.adjustBalance, { kind: 'adjust', body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.user(phone) }),
  });
}

export const useBlockUser = (phone: string) =>
  useAct(phone, (body: UserBlock) => followedCall(api.admin.blockUser, { body }));

export const useSignOutUser = (phone: string) =>
  useAct(phone, (body: { phone: string }) => followedCall(api.admin.signOutUser, { body }));

/** Deposits, top-ups and withdrawals of everybody, newest first. @param status '' for all */
export const useOwnedOperations = (status: '' | OwnedOperation['operation']['status']) =>
  useInfiniteQuery({
    queryKey: keys.operations(status),
    queryFn: ({ pageParam, signal }) =>
      followedCall(api.admin.operations, {
        query: { status: status === '' ? undefined : status, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });

/** One operation by its request code; nothing is asked for while it is empty. */
export const useOwnedOperation = (code: string) =>
  useQuery({
    queryKey: keys.operation(code),
    queryFn: ({ signal }) => followedCall(api.admin.operationByCode, { params: { code }, signal }),
    enabled: code !== '',
    staleTime: 0,
    retry: false,
  });

export interface AuditFilter {
  action?: AuditRecord['action'];
  /** Phones. */
  operator?: string;
  target?: string;
}

/** Calls of the operator area, newest first. */
export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: keys.audit(filter),
      queryFn: ({ pageParam, signal }) =>
        followedCall(api.admin.audit, { query: { ...filter, cursor: pageParam ?? undefined }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: 0,
      retry: false,
    }),
  );

/** @param refreshMs false: as it was when it was asked for */
export const useOperatorHealth = (refreshMs: number | false) =>
  useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => followedCall(api.admin.health, { signal }),
    refetchInterval: refreshMs,
    staleTime: 0,
    retry: false,
  });
