import { useMutation } from '@tanstack/react-query';
import { api, type CardPayout, type Withdrawal } from '@plecho/contract';
import { carryOut } from './intents/carry-out.ts';
import { useRenewOperations } from './operations.ts';

export function useWithdraw() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: (body: Withdrawal) => carryOut(api.withdrawals.toAddress, { kind: 'withdraw', body }),
    onSuccess: renew,
  });
}

/** Pays USDT of the account out to a practice card. */
export function useWithdrawToCard() {
  const renew = useRenewOperations();
  return useMutation({
    mutationFn: (body: CardPayout) => carryOut(api.withdrawals.toCard, { kind: 'withdrawToCard', body }),
    onSuccess: renew,
  });
}
