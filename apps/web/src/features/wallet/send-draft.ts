import { ERRORS } from '@plecho/contract';
import {
  MEMO,
  NETWORK_RULES,
  networkFee,
  type Asset,
  type CoinAmount,
  type FeeLevel,
  type Network,
} from '@plecho/network';
import type { ApiError } from '@/api/client.ts';
import { checkAddress } from '@/lib/check-address.ts';
import { coinInput, parseCoinInput } from '@/lib/coins.ts';
import type { Refusal } from '@/lib/form.ts';

/** A transaction as typed. */
export interface SendDraft {
  network: Network;
  address: string;
  amount: string;
  /** Everything: the amount follows the fee. */
  isMax: boolean;
  fee: FeeLevel;
  memo: string;
}

/** A transaction that can be sent. */
export interface SendOrder {
  asset: Asset;
  network: Network;
  address: string;
  amount: CoinAmount;
  level: FeeLevel;
  fee: CoinAmount;
  /** Amount and fee. */
  total: CoinAmount;
  /** What the wallet holds afterwards on this network. */
  left: CoinAmount;
  memo: string | null;
}

/** What is wrong, beside which field; the first one only has the say. */
export type SendFault = Refusal<'address' | 'amount' | 'memo'>;

/** The largest amount that leaves enough for the fee. */
export function largestAmount(asset: Asset, { network, fee }: SendDraft, balance: CoinAmount): CoinAmount {
  const left = balance - networkFee(asset, network, fee);
  return left > 0n ? left : 0n;
}

/** The amount as it stands in the field. */
export const shownAmount = (asset: Asset, draft: SendDraft, balance: CoinAmount): string =>
  draft.isMax ? coinInput(asset, largestAmount(asset, draft, balance)) : draft.amount;

/** Judges a draft against what the wallet holds on its network. */
export function judge(asset: Asset, draft: SendDraft, balance: CoinAmount): SendOrder | SendFault {
  const { network, fee: level } = draft;
  const address = checkAddress(draft.address, network, true);
  if (address.state !== 'right') {
    return { field: 'address', text: address.state === 'wrong' ? address.text : ERRORS.not_practice_address.text };
  }
  const amount = parseCoinInput(asset, shownAmount(asset, draft, balance));
  if (amount === null || (amount <= 0n && !draft.isMax)) return { field: 'amount', text: ERRORS.invalid_amount.text };
  const fee = networkFee(asset, network, level);
  if (amount <= 0n || amount + fee > balance) return { field: 'amount', text: ERRORS.wallet_insufficient.text };
  const memo = NETWORK_RULES[network].memo ? draft.memo.trim() : '';
  if (memo !== '' && !MEMO.test(memo)) return { field: 'memo', text: ERRORS.invalid_memo.text };
  return {
    asset,
    network,
    address: address.address,
    amount,
    level,
    fee,
    total: amount + fee,
    left: balance - amount - fee,
    memo: memo === '' ? null : memo,
  };
}

export const isFault = (judged: SendOrder | SendFault): judged is SendFault => 'field' in judged;

const FIELD_OF: Partial<Record<ApiError['code'], SendFault['field']>> = {
  not_practice_address: 'address',
  address_checksum: 'address',
  address_other_family: 'address',
  address_refused: 'address',
  invalid_amount: 'amount',
  wallet_insufficient: 'amount',
  invalid_memo: 'memo',
  memo_not_supported: 'memo',
};

/** A refusal of the server: beside its field, or of the whole transaction. */
export function refusalOf(error: ApiError): SendFault {
  return { field: FIELD_OF[error.code] ?? 'form', text: error.message };
}
