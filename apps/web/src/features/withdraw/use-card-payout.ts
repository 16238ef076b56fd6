import { useState } from 'react';
import { ERRORS, type ErrorCode, type Operation } from '@plecho/contract';
import type { Usdt } from '@plecho/domain';
import { formatCoins, WITHDRAWAL_MINIMUM, type PracticeCard } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useWithdrawToCard } from '@/api/withdrawals.ts';
import { coinInput, parseCoinInput } from '@/lib/coins.ts';
import { useAccount } from '@/live/index.ts';
import { texts } from './texts.ts';
import { fieldOfRefusal } from './validate.ts';

export interface CardPayout {
  /** As typed, USDT. */
  amount: string;
  setAmount: (text: string) => void;
  takeMax: () => void;
  amountError: string | null;
  card: PracticeCard;
  setCard: (card: PracticeCard) => void;
  /** null until the account is known. */
  available: Usdt | null;
  /** What was typed; null while it is no amount. */
  units: Usdt | null;
  /** The amount is missing or below the minimum. */
  incomplete: boolean;
  /** A refusal that belongs to no field. */
  formError: string | null;
  pending: boolean;
  submit: () => void;
  /** null until a request has been accepted. */
  accepted: Operation | null;
  reset: () => void;
}

interface Refusal {
  field: 'amount' | 'form';
  text: string;
}

const about = (code: ErrorCode): Refusal => ({ field: 'amount', text: ERRORS[code].text });

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { field: 'form', text: texts.failed };
  return { field: fieldOfRefusal(error.code) === 'amount' ? 'amount' : 'form', text: error.message };
}

/** The form of a withdrawal to a practice card without its looks. */
export function useCardPayout(): CardPayout {
  const [amount, setAmount] = useState('');
  const [card, setCard] = useState<PracticeCard>('approved');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [accepted, setAccepted] = useState<Operation | null>(null);
  const { mutate, isPending } = useWithdrawToCard();
  const account = useAccount();
  const available = account.loaded ? account.balances.available : null;
  const units = parseCoinInput('USDT', amount);
  const incomplete = amount.trim() === '' || (units !== null && units < WITHDRAWAL_MINIMUM.USDT);

  const type = (text: string): void => {
    setAmount(text);
    setRefusal(null);
  };
  const submit = (): void => {
    if (isPending || incomplete) return;
    if (units === null) return setRefusal(about('invalid_amount'));
    if (available !== null && units > available) return setRefusal(about('insufficient_funds'));
    setRefusal(null);
    mutate(
      { amount: formatCoins('USDT', units), card },
      { onSuccess: setAccepted, onError: (error) => setRefusal(refusalOf(error)) },
    );
  };
  return {
    ...{ amount, card, setCard, available, units, incomplete, pending: isPending, submit, accepted },
    setAmount: type,
    takeMax: () => {
      if (available !== null) type(coinInput('USDT', available));
    },
    amountError: refusal?.field === 'amount' ? refusal.text : null,
    formError: refusal?.field === 'form' ? refusal.text : null,
    reset: () => {
      type('');
      setAccepted(null);
    },
  };
}
