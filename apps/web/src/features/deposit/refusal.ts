import * as z from 'zod/mini';
import { depositAddress, type DepositAddress, type NetworkTransaction } from '@plecho/contract';
import type { ApiError } from '@/api/client.ts';
import { networkTitle } from '@/lib/coins.ts';
import { texts } from './texts.ts';

export type ClaimField = 'amount' | 'hash' | 'form';

/** Coins that went where nobody watches; null where it is not known. */
export interface Lesson {
  kind: 'network' | 'asset';
  sent: NetworkTransaction | null;
  /** What the address that they went to is watched for. */
  watched: DepositAddress | null;
}

export interface ClaimRefusal {
  field: ClaimField;
  text: string;
  /** The amount that the network knows, as the wire writes it. */
  rightAmount?: string;
  /** Nothing is lost: the transaction is for this coin and network, another one is chosen. */
  choose?: Pick<DepositAddress, 'asset' | 'network'>;
  lesson?: Lesson;
}

/** What the details of `deposit_other_choice` say: what the transaction is for. */
const choice = z.pick(depositAddress, { asset: true, network: true });

const FIELD_OF: Partial<Record<ApiError['code'], ClaimField>> = {
  invalid_amount: 'amount',
  deposit_other_amount: 'amount',
  deposit_below_minimum: 'amount',
  transaction_unknown: 'hash',
  deposit_hash_used: 'hash',
  deposit_not_yours: 'hash',
  deposit_other_network: 'hash',
  deposit_other_asset: 'hash',
  deposit_other_choice: 'hash',
};

/** Whether a refusal is about where the coins went, so that it is worth looking at the transaction itself. */
export const isAboutPlace = ({ code }: ApiError): boolean =>
  code === 'deposit_other_network' || code === 'deposit_other_asset';

/** A refused claim: where it is said and in which words. */
export function claimRefusal(error: ApiError): ClaimRefusal {
  const refusal: ClaimRefusal = { field: FIELD_OF[error.code] ?? 'form', text: error.message };
  const { amount } = error.details;
  if (error.code === 'deposit_other_amount' && typeof amount === 'string') refusal.rightAmount = amount;
  const right = error.code === 'deposit_other_choice' ? z.safeParse(choice, error.details) : null;
  if (right?.success !== true) return refusal;
  const { asset, network } = right.data;
  return { ...refusal, text: texts.claim.otherChoice(asset, networkTitle(network)), choose: right.data };
}

/**
 * A claim refused for where its coins went, with what the network knows of the transaction.
 * @param sent null when the network could not be asked
 */
export function placeRefusal(
  error: ApiError,
  sent: NetworkTransaction | null,
  addresses: readonly DepositAddress[],
): ClaimRefusal {
  const watched = addresses.find(({ address }) => address === sent?.to) ?? null;
  const kind = error.code === 'deposit_other_network' ? 'network' : 'asset';
  return { ...claimRefusal(error), lesson: { kind, sent, watched } };
}
