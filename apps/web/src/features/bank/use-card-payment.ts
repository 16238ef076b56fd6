import { useState, type SyntheticEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { cardTopUp, type BankStep, type CardAnswer, type Operation } from '@plecho/contract';
import { ApiError } from '@/api/client.ts';
import { useChecking } from '@/api/intents/carry-out.ts';
import { useAwaitedForm } from '@/api/intents/use-awaited-form.ts';
import { fetchBankStep, useBankCancel, useBankConfirm, useTopUpByCard } from '@/api/deposits.ts';
import { judgedBy, resolverOf, useSubmit, type Refusal } from '@/lib/form.ts';
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

/** `amount`: as typed, roubles. */
const fields = z.strictObject({ amount: z.string(), card: cardTopUp.shape.card });
type CardFields = z.infer<typeof fields>;

const EMPTY: CardFields = { amount: '', card: 'approved' };
const resolver = resolverOf(
  fields.check(
    judgedBy(({ amount }) => {
      const text = rublesError(amount);
      return text === null ? null : { field: 'amount', text };
    }),
  ),
);

/** Where a refusal of the first step is said. */
function refusalOf(error: unknown): Refusal<'amount'> {
  const isOfAmount = error instanceof ApiError && AMOUNT_CODES.includes(error.code);
  return { field: isOfAmount ? 'amount' : 'form', text: wordsOf(error, texts.form.failed) };
}

export interface CardPayment {
  stage: Stage;
  form: UseFormReturn<CardFields>;
  /** A refusal that belongs to no field. */
  formError: string | null;
  starting: boolean;
  start: (event: SyntheticEvent) => void;
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

type OnAnswer = (answer: CardAnswer) => void;

/**
 * Talks to the practice bank about one operation.
 * @param onOpened told what an operation that is opened again is at. @param onAnswer told what becomes of the one at the bank
 */
function useBank(stage: Stage, onOpened: OnAnswer, onAnswer: OnAnswer) {
  const confirm = useBankConfirm();
  const cancel = useBankCancel();
  const [error, setError] = useState<string | null>(null);
  const reload = (id: string, then: OnAnswer): Promise<void> =>
    fetchBankStep(id).then(then, () => setError(texts.bank.reload));
  const refuse = (id: string) => (failure: unknown) => {
    setError(wordsOf(failure, texts.bank.failed));
    // How many attempts are left, and whether there is anything left to confirm, the server knows.
    if (failure instanceof ApiError && failure.code !== 'unanswered') void reload(id, onAnswer);
  };
  const isBusy = confirm.isPending || cancel.isPending;
  const forget = (): void => setError(null);
  return {
    error,
    /** What the bank refused is said no more. */
    forget,
    reload: (id: string) => {
      forget();
      void reload(id, onOpened);
    },
    confirming: confirm.isPending,
    cancelling: cancel.isPending,
    confirm: (code?: string) => {
      if (stage.name !== 'bank' || isBusy) return;
      const { id } = stage.operation;
      forget();
      confirm.mutate(code === undefined ? { id } : { id, code }, { onSuccess: onAnswer, onError: refuse(id) });
    },
    cancel: () => {
      if (stage.name !== 'bank' || isBusy) return;
      const { id } = stage.operation;
      forget();
      cancel.mutate({ id }, { onSuccess: onAnswer, onError: refuse(id) });
    },
  };
}

/** A card top-up without its looks: the form, the bank's page, the result. */
export function useCardPayment(): CardPayment {
  // What is wrong with the amount is said from when the field was left.
  const form = useForm({ defaultValues: EMPTY, resolver, mode: 'onTouched' });
  const topUp = useTopUpByCard();
  useAwaitedForm(form, { kinds: ['topUp', 'bankConfirm', 'bankCancel'] });
  const [known, setStage] = useState(FORM);
  const { operations } = usePayments();

  // What ended elsewhere, by time or in another tab, has ended here too.
  const live = known.name === 'bank' ? operations.find(({ id }) => id === known.operation.id) : undefined;
  const stage: Stage = live !== undefined && live.status !== 'pending' ? { name: 'result', operation: live } : known;
  const checking = useChecking('bankConfirm', stage.name === 'bank' ? stage.operation.id : undefined);
  // The stream may tell the end sooner than the answer does: whoever has left the result by then is not taken back to it.
  const goOn = (answer: CardAnswer): void =>
    setStage((now) => (now.name === 'bank' && now.operation.id === answer.operation.id ? stageOf(answer) : now));
  const bank = useBank(stage, (answer) => setStage(stageOf(answer)), goOn);

  const send = async ({ amount, card }: CardFields): Promise<void> => {
    bank.forget();
    setStage(stageOf(await topUp.mutateAsync({ amountRub: parseRubles(amount) ?? 0, card })));
  };
  return {
    stage,
    form,
    formError: form.formState.errors.root?.message ?? (stage.name === 'form' ? bank.error : null),
    starting: topUp.isPending,
    start: useSubmit(form, send, refusalOf),
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
      bank.forget();
      form.clearErrors('root');
      if (clear) form.reset({ ...EMPTY, card: form.getValues('card') });
    },
  };
}
