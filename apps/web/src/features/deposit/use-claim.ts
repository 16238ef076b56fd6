import { useState } from 'react';
import { ERRORS, type DepositAddress, type NetworkTransaction, type Operation } from '@plecho/contract';
import { formatCoins, parseTransactionHash, type Asset, type Network } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useClaimDeposit } from '@/api/deposits.ts';
import { fetchTransaction } from '@/api/explorer.ts';
import { coinInput, parseCoinInput } from '@/lib/coins.ts';
import { claimRefusal, isAboutPlace, placeRefusal, type ClaimRefusal } from './refusal.ts';
import { texts } from './texts.ts';

export interface ClaimDraft {
  amount: string;
  hash: string;
}

const EMPTY: ClaimDraft = { amount: '', hash: '' };

/** What is wrong with a claim before anybody is asked; null when it can be sent. */
export function checkClaim(asset: Asset, { amount, hash }: ClaimDraft): ClaimRefusal | null {
  if (amount.trim() === '' || hash.trim() === '') return { field: 'form', text: ERRORS.deposit_hash_required.text };
  const units = parseCoinInput(asset, amount);
  if (units === null || units <= 0n) return { field: 'amount', text: ERRORS.invalid_amount.text };
  return parseTransactionHash(hash) === null ? { field: 'hash', text: ERRORS.transaction_unknown.text } : null;
}

export interface Claim {
  draft: ClaimDraft;
  /** Changes fields as typed; what was refused is said no more. */
  set: (change: Partial<ClaimDraft>) => void;
  /** Takes amount and hash from a transfer that was made on this screen. */
  fill: (transaction: NetworkTransaction) => void;
  isFilled: boolean;
  refusal: ClaimRefusal | null;
  pending: boolean;
  submit: () => void;
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

/**
 * The form «Подтверждение перевода» without its looks.
 * @param addresses of the account, as far as they are known
 */
export function useClaim(asset: Asset, network: Network, addresses: readonly DepositAddress[]): Claim {
  const claim = useClaimDeposit();
  const [draft, setDraft] = useState(EMPTY);
  const [filledHash, setFilledHash] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<ClaimRefusal | null>(null);
  const [accepted, setAccepted] = useState<Operation | null>(null);

  const submit = (): void => {
    if (claim.isPending) return;
    const wrong = checkClaim(asset, draft);
    setRefusal(wrong);
    const units = parseCoinInput(asset, draft.amount);
    if (wrong !== null || units === null) return;
    const hash = draft.hash.trim();
    claim.mutate(
      { currency: asset, amount: formatCoins(asset, units), network, txHash: hash },
      {
        onSuccess: setAccepted,
        onError: (error) => void refusalOf(error, hash, addresses).then(setRefusal),
      },
    );
  };
  return {
    draft,
    set: (change) => {
      setDraft((known) => ({ ...known, ...change }));
      setRefusal(null);
    },
    fill: ({ hash, amount, asset: sent }) => {
      const units = parseCoinInput(sent, amount);
      setDraft({ amount: units === null ? amount : coinInput(sent, units), hash });
      setFilledHash(hash);
      setRefusal(null);
    },
    isFilled: filledHash !== null && filledHash === draft.hash,
    refusal,
    pending: claim.isPending,
    submit,
    accepted,
    reset: () => {
      setDraft(EMPTY);
      setFilledHash(null);
      setRefusal(null);
      setAccepted(null);
    },
  };
}
