import { useMutation, useQuery } from '@tanstack/react-query';
import { api, type CardAnswer, type CardTopUp, type DepositClaim } from '@plecho/contract';
import { call } from './client.ts';
import { carryOut } from './intents/carry-out.ts';
import { keys } from './keys.ts';
import { useRenewOperations } from './operations.ts';

/** Where the account receives each coin on each network; addresses never change. */
export const useDepositAddresses = () =>
  useQuery({
    queryKey: keys.depositAddresses(),
    queryFn: async ({ signal }) => (await call(api.deposits.addresses, { signal })).items,
    staleTime: Infinity,
  });

/** Names the transfer that is to be credited. */
export function useClaimDeposit() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: (body: DepositClaim) => carryOut(api.deposits.claim, { kind: 'claimDeposit', body }),
    onSuccess: renew,
  });
}

/** Starts a card top-up; the answer says what the bank asks for. */
export function useTopUpByCard() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: (body: CardTopUp) => carryOut(api.cards.topUp, { kind: 'topUp', body }),
    onSuccess: renew,
  });
}

/** Confirms at the practice bank, with the code where it asks for one. */
export function useBankConfirm() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: ({ id, code }: { id: string; code?: string }) =>
      carryOut(api.cards.confirm, {
        kind: 'bankConfirm',
        subject: id,
        params: { id },
        body: code === undefined ? {} : { code },
      }),
    onSuccess: renew,
  });
}

export function useBankCancel() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: ({ id }: { id: string }) =>
      carryOut(api.cards.cancel, { kind: 'bankCancel', subject: id, params: { id } }),
    onSuccess: renew,
  });
}

/** What the practice bank still asks for, as the server knows it now. */
export const fetchBankStep = (id: string): Promise<CardAnswer> => call(api.cards.bankStep, { params: { id } });
