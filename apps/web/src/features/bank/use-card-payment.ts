import { useState } from 'react';
import type { BankStep, CardAnswer, Operation } from '@plecho/contract';
import type { PracticeCard } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { fetchBankStep, useBankCancel, useBankConfirm, useTopUpByCard } from '@/api/deposits.ts';
import { usePayments } from '@/live/index.ts';
import { parseRubles, rublesError } from './rubles.ts';
import { texts } from './texts.ts';

/** Where a card top-up stands: being filled in, at the bank, or ended there. */
export type Stage =
  | { name: 'form' }
  | { name: 'bank'; operation: Operation; step: BankStep }
  | { name: 'result'; operation: Operation };

const FORM: Stage = { name: 'form' };
const AMOUNT_CODES: readonly ApiError['code'][] = ['card_below_minimum', 'card_above_maximum', 'invalid_amount'];

const stageOf = ({ operation, bank }: CardAnswer): Stage =>
  bank === null ? { name: 'result', operation } : { name: 'bank', operation, step: bank };

const wordsOf = (error: unknown, fallback: string): string => (error instanceof ApiError ? error.message : fallback);

export interface CardPayment {
  stage: Stage;
  /** As typed, roubles. */
  amount: string;
  setAmount: (text: string) => void;
  /** To be called when the field is left: from then on what is wrong is said. */
  touch: () => void;
  amountError: string | null;
  card: PracticeCard;
  setCard: (card: PracticeCard) => void;
  /** A refusal that belongs to no field. */
  formError: string | null;
  starting: boolean;
  start: () => void;
  /** A top-up that still waits at the bank, started earlier or elsewhere. */
  unfinished: Operation | null;
  /** Opens the bank's page of {@link unfinished} again. */
  resume: (id: string) => void;
  /** What the bank refused on its page. */
  bankError: string | null;
  confirming: boolean;
  cancelling: boolean;
  /** Whether the app is finding out what became of an answer to the bank. */
  checking: boolean;
  confirm: (code?: string) => void;
  cancel: () => void;
  /** Back to the form; `clear` empties it. */
  again: (clear: boolean) => void;
}

function useForm() {
  const [amount, setAmount] = useState('');
  const [touched, setTouched] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [card, setCard] = useState<PracticeCard>('approved');
  return {
    amount,
    touched,
    card,
    setCard,
    refused,
    setRefused,
    touch: () => setTouched(true),
    setAmount: (text: string) => {
      setAmount(text);
      setRefused(null);
    },
    clear: () => {
      setAmount('');
      setTouched(false);
    },
  };
}

/** Talks to the practice bank about one operation. */
function useBank(stage: Stage, onAnswer: (answer: CardAnswer) => void) {
  const confirm = useBankConfirm();
  const cancel = useBankCancel();
  const [error, setError] = useState<string | null>(null);
  const reload = (id: string): Promise<void> => fetchBankStep(id).then(onAnswer, () => setError(texts.bank.reload));
  const refuse = (id: string) => (failure: unknown) => {
    setError(wordsOf(failure, texts.bank.failed));
    // How many attempts are left, and whether there is anything left to confirm, the server knows.
    if (failure instanceof ApiError && failure.code !== 'unsettled') void reload(id);
  };
  const isBusy = confirm.isPending || cancel.isPending;
  return {
    error,
    reload: (id: string) => {
      setError(null);
      void reload(id);
    },
    confirming: confirm.isPending,
    cancelling: cancel.isPending,
    confirm: (code?: string) => {
      if (stage.name !== 'bank' || isBusy) return;
      const { id } = stage.operation;
      setError(null);
      confirm.mutate(code === undefined ? { id } : { id, code }, { onSuccess: onAnswer, onError: refuse(id) });
    },
    cancel: () => {
      if (stage.name !== 'bank' || isBusy) return;
      const { id } = stage.operation;
      setError(null);
      cancel.mutate({ id }, { onSuccess: onAnswer, onError: refuse(id) });
    },
  };
}

/** A card top-up without its looks: the form, the bank's page, the result. */
export function useCardPayment(): CardPayment {
  const form = useForm();
  const topUp = useTopUpByCard();
  const [known, setStage] = useState(FORM);
  const [formError, setFormError] = useState<string | null>(null);
  const { operations } = usePayments();

  // What ended elsewhere, by time or in another tab, has ended here too.
  const live = known.name === 'bank' ? operations.find(({ id }) => id === known.operation.id) : undefined;
  const stage: Stage = live !== undefined && live.status !== 'pending' ? { name: 'result', operation: live } : known;
  const checking = useChecking('bankConfirm', stage.name === 'bank' ? stage.operation.id : undefined);
  const bank = useBank(stage, (answer) => setStage(stageOf(answer)));

  const start = (): void => {
    form.touch();
    setFormError(null);
    const amountRub = parseRubles(form.amount);
    if (topUp.isPending || amountRub === null || rublesError(form.amount) !== null) return;
    topUp.mutate(
      { amountRub, card: form.card },
      {
        onSuccess: (answer) => setStage(stageOf(answer)),
        onError: (error) => {
          const words = wordsOf(error, texts.form.failed);
          if (error instanceof ApiError && AMOUNT_CODES.includes(error.code)) form.setRefused(words);
          else setFormError(words);
        },
      },
    );
  };
  return {
    stage,
    amount: form.amount,
    setAmount: form.setAmount,
    touch: form.touch,
    amountError: form.refused ?? (form.touched ? rublesError(form.amount) : null),
    card: form.card,
    setCard: form.setCard,
    formError: formError ?? (stage.name === 'form' ? bank.error : null),
    starting: topUp.isPending,
    start,
    unfinished: operations.find(({ status, waitsUntil }) => status === 'pending' && waitsUntil !== null) ?? null,
    resume: bank.reload,
    bankError: bank.error,
    confirming: bank.confirming,
    cancelling: bank.cancelling,
    checking,
    confirm: bank.confirm,
    cancel: bank.cancel,
    again: (clear) => {
      setStage(FORM);
      setFormError(null);
      if (clear) form.clear();
    },
  };
}
