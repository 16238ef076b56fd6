import { useState, type SyntheticEvent } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { cardPayout, ERRORS, type CardPayout as Fields, type ErrorCode, type Operation } from '@plecho/contract';
import type { Usdt } from '@plecho/domain';
import { formatCoins, WITHDRAWAL_MINIMUM } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useAwaitedForm } from '@/api/intents/use-awaited-form.ts';
import { useWithdrawToCard } from '@/api/withdrawals.ts';
import { coinInput, parseCoinInput } from '@/lib/coins.ts';
import { judgedBy, resolverOf, useSubmit, type Refusal } from '@/lib/form.ts';
import { useAccount } from '@/live/index.ts';
import { texts } from './texts.ts';
import { fieldOfRefusal } from './validate.ts';

const EMPTY: Fields = { amount: '', card: 'approved' };

export interface CardPayout {
  /** `amount`: as typed, USDT. */
  form: UseFormReturn<Fields>;
  /** To be called when something was changed: what was refused is said no more. */
  forget: () => void;
  takeMax: () => void;
  /** null until the account is known. */
  available: Usdt | null;
  /** What was typed; null while it is no amount. */
  units: Usdt | null;
  /** The amount is missing or below the minimum. */
  incomplete: boolean;
  pending: boolean;
  submit: (event: SyntheticEvent) => void;
  /** null until a request has been accepted. */
  accepted: Operation | null;
  reset: () => void;
}

type AmountRefusal = Refusal<'amount'>;

const about = (code: ErrorCode): AmountRefusal => ({ field: 'amount', text: ERRORS[code].text });

/** @param available null until the account is known: then the server alone judges */
const schemaFor = (available: Usdt | null) =>
  cardPayout.check(
    judgedBy(({ amount }) => {
      const units = parseCoinInput('USDT', amount);
      if (units === null) return about('invalid_amount');
      return available !== null && units > available ? about('insufficient_funds') : null;
    }),
  );

function refusalOf(error: unknown): AmountRefusal {
  if (!(error instanceof ApiError)) return { field: 'form', text: texts.failed };
  return { field: fieldOfRefusal(error.code) === 'amount' ? 'amount' : 'form', text: error.message };
}

/** The form of a withdrawal to a practice card without its looks. */
export function useCardPayout(): CardPayout {
  const [accepted, setAccepted] = useState<Operation | null>(null);
  const { mutateAsync, isPending } = useWithdrawToCard();
  const account = useAccount();
  const available = account.loaded ? account.balances.available : null;
  const form = useForm({
    defaultValues: EMPTY,
    resolver: resolverOf(schemaFor(available)),
    reValidateMode: 'onSubmit',
  });
  useAwaitedForm(form, { kinds: ['withdrawToCard'] });
  const amount = useWatch({ control: form.control, name: 'amount' });
  const units = parseCoinInput('USDT', amount);
  const incomplete = amount.trim() === '' || (units !== null && units < WITHDRAWAL_MINIMUM.USDT);

  const send = async (fields: Fields): Promise<void> => {
    const value = formatCoins('USDT', parseCoinInput('USDT', fields.amount) ?? 0n);
    setAccepted(await mutateAsync({ amount: value, card: fields.card }));
  };
  const forget = (): void => form.clearErrors();
  return {
    ...{ form, forget, available, units, incomplete, pending: isPending, accepted },
    submit: useSubmit(form, send, refusalOf),
    takeMax: () => {
      if (available === null) return;
      form.setValue('amount', coinInput('USDT', available));
      forget();
    },
    reset: () => {
      form.reset({ ...EMPTY, card: form.getValues('card') });
      setAccepted(null);
    },
  };
}
