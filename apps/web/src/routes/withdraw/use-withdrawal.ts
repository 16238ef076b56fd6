import { useState } from 'react';
import type { Operation } from '@plecho/contract';
import { useCardPayout, type CardPayout } from '@/features/withdraw/use-card-payout.ts';
import { useWithdrawForm, type WithdrawForm } from '@/features/withdraw/use-withdraw-form.ts';

export type Way = 'wallet' | 'card';

export interface Withdrawal {
  way: Way;
  choose: (way: Way) => void;
  form: WithdrawForm;
  payout: CardPayout;
  /** The request that was accepted, to whichever of the two; null before. */
  accepted: Operation | null;
  reset: () => void;
}

/** Both ways for practice money out of the account, without their looks. */
export function useWithdrawal(): Withdrawal {
  const [way, choose] = useState<Way>('wallet');
  const form = useWithdrawForm();
  const payout = useCardPayout();
  const chosen = way === 'wallet' ? form : payout;
  return { way, choose, form, payout, accepted: chosen.accepted, reset: chosen.reset };
}
