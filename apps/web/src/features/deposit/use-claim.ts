import { useState, type SyntheticEvent } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { depositClaim, ERRORS, type DepositAddress, type NetworkTransaction, type Operation } from '@plecho/contract';
import { formatCoins, parseTransactionHash, type Asset, type Network } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useAwaitedForm } from '@/api/intents/use-awaited-form.ts';
import { useClaimDeposit } from '@/api/deposits.ts';
import { fetchTransaction } from '@/api/explorer.ts';
import { coinInput, parseCoinInput } from '@/lib/coins.ts';
import { judgedBy, resolverOf, useSubmit } from '@/lib/form.ts';
import { claimRefusal, isAboutPlace, placeRefusal, type ClaimRefusal } from './refusal.ts';
import { texts } from './texts.ts';

export type ClaimDraft = Record<'amount' | 'hash', string>;

const EMPTY: ClaimDraft = { amount: '', hash: '' };

/** What is wrong with a claim before anybody is asked; null when it can be sent. */
export function checkClaim(asset: Asset, { amount, hash }: ClaimDraft): ClaimRefusal | null {
  if (amount.trim() === '' || hash.trim() === '') return { field: 'form', text: ERRORS.deposit_hash_required.text };
  const units = parseCoinInput(asset, amount);
  if (units === null || units <= 0n) return { field: 'amount', text: ERRORS.invalid_amount.text };
  return parseTransactionHash(hash) === null ? { field: 'hash', text: ERRORS.transaction_unknown.text } : null;
}

export interface Claim {
  form: UseFormReturn<ClaimDraft>;
  /** Changes one field; what was refused is said no more. */
  set: (field: keyof ClaimDraft, text: string) => void;
  /** To be called when something was changed: what was refused is said no more. */
  forget: () => void;
  /** Takes amount and hash from a transaction that was made on this screen. */
  fill: (transaction: NetworkTransaction) => void;
  isFilled: boolean;
  /** What the server's refusal comes to, beyond its words; null when there was none. */
  refusal: ClaimRefusal | null;
  pending: boolean;
  submit: (event: SyntheticEvent) => void;
  /** The accepted claim; null until there is one. */
  accepted: Operation | null;
  /** Starts over. */
  reset: () => void;
}

/** What became of a claim that was not accepted. */
async function refusalOf(error: unknown, hash: string, addresses: readonly DepositAddress[]): Promise<ClaimRefusal> {
  if (!(error instanceof ApiError)) return { field: 'form', text: texts.claim.failed };
  if (!isAboutPlace(error)) return claimRefusal(error);
  const sent = await fetchTransaction(hash).catch(() => null);
  return placeRefusal(error, sent, addresses);
}

const { amount, txHash } = depositClaim.shape;
const schemaFor = (asset: Asset) =>
  z.strictObject({ amount, hash: txHash }).check(judgedBy((draft) => checkClaim(asset, draft)));

/**
 * The form «Подтверждение перевода» without its looks.
 * @param addresses of the account, as far as they are known
 */
export function useClaim(asset: Asset, network: Network, addresses: readonly DepositAddress[]): Claim {
  const { mutateAsync, isPending } = useClaimDeposit();
  const form = useForm({ defaultValues: EMPTY, resolver: resolverOf(schemaFor(asset)), reValidateMode: 'onSubmit' });
  useAwaitedForm(form, { kinds: ['claimDeposit'] });
  const hash = useWatch({ control: form.control, name: 'hash' });
  const [filledHash, setFilledHash] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<ClaimRefusal | null>(null);
  const [accepted, setAccepted] = useState<Operation | null>(null);

  const send = async (draft: ClaimDraft): Promise<void> => {
    const units = parseCoinInput(asset, draft.amount) ?? 0n;
    setRefusal(null);
    setAccepted(
      await mutateAsync({
        currency: asset,
        amount: formatCoins(asset, units),
        network,
        txHash: draft.hash.trim(),
      }),
    );
  };
  const submit = useSubmit(form, send, async (error, draft) => {
    const refused = await refusalOf(error, draft.hash.trim(), addresses);
    setRefusal(refused);
    return refused;
  });
  const forget = (): void => {
    form.clearErrors();
    setRefusal(null);
  };
  return {
    form,
    forget,
    set: (field, text) => {
      form.setValue(field, text);
      forget();
    },
    fill: (sent) => {
      const units = parseCoinInput(sent.asset, sent.amount);
      form.reset({ amount: units === null ? sent.amount : coinInput(sent.asset, units), hash: sent.hash });
      setFilledHash(sent.hash);
      setRefusal(null);
      setAccepted(null);
    },
    isFilled: filledHash !== null && filledHash === hash,
    refusal,
    pending: isPending,
    submit,
    accepted,
    reset: () => {
      form.reset(EMPTY);
      setFilledHash(null);
      setRefusal(null);
      setAccepted(null);
    },
  };
}
