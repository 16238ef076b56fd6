import { ERRORS, type ErrorCode } from '@plecho/contract';
import type { Usdt } from '@plecho/domain';
import {
  MEMO,
  NETWORK_RULES,
  WITHDRAWAL_MINIMUM,
  withdrawalFee,
  type Asset,
  type CoinAmount,
  type Network,
} from '@plecho/network';
import { checkAddress } from '@/lib/check-address.ts';
import { parseCoinInput } from '@/lib/coins.ts';

/** The form as typed. */
export interface WithdrawDraft {
  asset: Asset;
  network: Network;
  address: string;
  memo: string;
  amount: string;
}

type WithdrawField = 'address' | 'memo' | 'amount' | 'form';
export type WithdrawErrors = Partial<Record<WithdrawField, string>>;

const text = (code: ErrorCode): string => ERRORS[code].text;

/** What arrives, by the tariff; null while the amount is unreadable or eaten up by the fee. */
export function toReceive({ asset, network, amount }: WithdrawDraft): CoinAmount | null {
  const units = parseCoinInput(asset, amount);
  if (units === null) return null;
  const rest = units - withdrawalFee(asset, network);
  return rest > 0n ? rest : null;
}

/** Whether the button waits: the amount is empty or below the minimum, or there is no address. */
export function isIncomplete({ asset, address, amount }: WithdrawDraft): boolean {
  const units = parseCoinInput(asset, amount);
  return address.trim() === '' || amount.trim() === '' || (units !== null && units < WITHDRAWAL_MINIMUM[asset]);
}

function amountError(draft: WithdrawDraft, value: Usdt | null, available: Usdt | null): string | null {
  const units = parseCoinInput(draft.asset, draft.amount);
  if (units === null || units <= 0n) return text('invalid_amount');
  if (units < WITHDRAWAL_MINIMUM[draft.asset]) return text('withdrawal_below_minimum');
  if (toReceive(draft) === null) return text('withdrawal_below_minimum');
  return value !== null && available !== null && value > available ? text('insufficient_funds') : null;
}

/**
 * Checks the form before it is sent; the server checks again and has the last word.
 * @param value what the account would give, null when no price tells
 * @param available null until the account is known
 * @returns {} when it may be sent
 */
export function validateWithdrawal(draft: WithdrawDraft, value: Usdt | null, available: Usdt | null): WithdrawErrors {
  const errors: WithdrawErrors = {};
  const address = checkAddress(draft.address, draft.network, true);
  if (address.state === 'wrong') errors.address = address.text;
  const memo = draft.memo.trim();
  if (memo !== '' && NETWORK_RULES[draft.network].memo && !MEMO.test(memo)) errors.memo = text('invalid_memo');
  const amount = amountError(draft, value, available);
  if (amount !== null) errors.amount = amount;
  return errors;
}

const FIELD_OF: Partial<Record<ErrorCode, WithdrawField>> = {
  not_practice_address: 'address',
  address_checksum: 'address',
  address_other_family: 'address',
  address_refused: 'address',
  invalid_memo: 'memo',
  memo_not_supported: 'memo',
  invalid_amount: 'amount',
  withdrawal_below_minimum: 'amount',
  insufficient_funds: 'amount',
};

/** Where a refusal of the server belongs: beside the field it is about, otherwise the whole form. */
export const fieldOfRefusal = (code: string): WithdrawField => FIELD_OF[code as ErrorCode] ?? 'form';
