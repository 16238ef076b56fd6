import { useState } from 'react';
import type { Operation } from '@plecho/contract';
import type { Price, Usdt } from '@plecho/domain';
import { ASSET_NETWORKS, formatCoins, NETWORK_RULES, type Asset, type CoinAmount, type Network } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useWithdraw } from '@/api/withdrawals.ts';
import { checkAddress, type AddressCheck } from '@/lib/check-address.ts';
import { coinInput, parseCoinInput } from '@/lib/coins.ts';
import { useAccount, usePayments, useStale, useTicker } from '@/live/index.ts';
import { maxWithdrawal, withdrawalValue } from './amounts.ts';
import { texts } from './texts.ts';
import {
  fieldOfRefusal,
  isIncomplete,
  toReceive,
  validateWithdrawal,
  type WithdrawDraft,
  type WithdrawErrors,
} from './validate.ts';

const EMPTY: WithdrawDraft = { asset: 'USDT', network: ASSET_NETWORKS.USDT[0], address: '', memo: '', amount: '' };

export interface WithdrawForm {
  draft: WithdrawDraft;
  set: (change: Partial<WithdrawDraft>) => void;
  chooseCoin: (asset: Asset, network: Network) => void;
  /** What is wrong now: of the address while typing, of the rest after an attempt. */
  errors: WithdrawErrors;
  address: AddressCheck;
  /** To be called when the address is left: what is short then stays short. */
  leaveAddress: () => void;
  /** Of the practice wallet on the chosen network; null until it is known. */
  ownAddress: string | null;
  /** null until the account is known. */
  available: Usdt | null;
  /** Largest amount that the account pays for; null while that is unknown. */
  max: CoinAmount | null;
  takeMax: () => void;
  /** What arrives; null while there is nothing to say. */
  receive: CoinAmount | null;
  /** What the account gives; for coins with a price approximate until it is sent. */
  value: Usdt | null;
  /** Newest price of the coin; null for USDT and without any. */
  price: Price | null;
  /** The coin has a price and the newest one is too old to be used. */
  stale: boolean;
  incomplete: boolean;
  /** Shows what is wrong. @returns whether it may be confirmed */
  check: () => boolean;
  pending: boolean;
  /** Sends it; resolves when the answer is there. */
  submit: () => Promise<void>;
  /** null until a request has been accepted. */
  accepted: Operation | null;
  reset: () => void;
}

/** Price of a coin in USDT on the main market, where it has one. */
function useCoinPrice(asset: Asset): { price: Price | null; stale: boolean } {
  const symbol = asset === 'USDT' ? 'BTCUSDT' : `${asset}USDT`;
  const ticker = useTicker(symbol);
  const { stale } = useStale(symbol);
  return asset === 'USDT' ? { price: null, stale: false } : { price: ticker?.last ?? null, stale };
}

/** What was typed, and how much of what is wrong with it may be said. */
function useDraft() {
  const [draft, setDraft] = useState(EMPTY);
  const [attempted, setAttempted] = useState(false);
  const [addressLeft, setAddressLeft] = useState(false);
  const [refused, setRefused] = useState<WithdrawErrors>({});
  return {
    draft,
    attempted,
    addressLeft,
    refused,
    setRefused,
    leaveAddress: () => setAddressLeft(true),
    attempt: () => {
      setAttempted(true);
      setAddressLeft(true);
    },
    set: (change: Partial<WithdrawDraft>) => {
      setDraft((known) => ({ ...known, ...change }));
      setRefused({});
      if (change.address !== undefined) setAddressLeft(false);
    },
    clear: () => {
      setDraft((known) => ({ ...EMPTY, asset: known.asset, network: known.network }));
      setAttempted(false);
      setAddressLeft(false);
      setRefused({});
    },
  };
}

/** Sends a request; what is refused goes to `onRefused`. */
function useSend(onRefused: (errors: WithdrawErrors) => void) {
  const { mutateAsync, isPending } = useWithdraw();
  const [accepted, setAccepted] = useState<Operation | null>(null);
  const send = async ({ asset, network, ...draft }: WithdrawDraft, address: string): Promise<void> => {
    const units = parseCoinInput(asset, draft.amount);
    if (isPending || units === null) return;
    const memo = draft.memo.trim();
    const hasMemo = memo !== '' && NETWORK_RULES[network].memo;
    const amount = formatCoins(asset, units);
    try {
      setAccepted(await mutateAsync({ currency: asset, amount, network, address, memo: hasMemo ? memo : null }));
    } catch (error) {
      const isRefused = error instanceof ApiError;
      onRefused(isRefused ? { [fieldOfRefusal(error.code)]: error.message } : { form: texts.failed });
    }
  };
  return { pending: isPending, send, accepted, forget: () => setAccepted(null) };
}

/** The withdrawal form without its looks. */
export function useWithdrawForm(): WithdrawForm {
  const { draft, attempted, addressLeft, refused, ...form } = useDraft();
  const { pending, send, accepted, forget } = useSend(form.setRefused);
  const account = useAccount();
  const { wallet } = usePayments();
  const { price, stale } = useCoinPrice(draft.asset);

  const { asset, network } = draft;
  const units = parseCoinInput(asset, draft.amount);
  const available = account.loaded ? account.balances.available : null;
  const value = units === null ? null : withdrawalValue(asset, units, price);
  const max = available === null ? null : maxWithdrawal(asset, available, price);
  const address = checkAddress(draft.address, network, addressLeft);
  const all = validateWithdrawal(draft, value, available);
  const { address: _, ...rest } = all;
  const shown: WithdrawErrors = attempted ? rest : {};
  if (address.state === 'wrong') shown.address = address.text;

  return {
    draft,
    set: form.set,
    chooseCoin: (nextAsset, nextNetwork) =>
      form.set({ asset: nextAsset, network: nextNetwork, ...(nextAsset === asset ? {} : { amount: '' }) }),
    errors: { ...shown, ...refused },
    address,
    leaveAddress: form.leaveAddress,
    ownAddress: wallet.find((each) => each.asset === asset && each.network === network)?.address ?? null,
    available,
    max,
    takeMax: () => {
      if (max !== null) form.set({ amount: coinInput(asset, max) });
    },
    receive: toReceive(draft),
    value,
    price,
    stale,
    incomplete: isIncomplete(draft),
    check: () => {
      form.attempt();
      return Object.keys(all).length === 0;
    },
    pending,
    submit: async () => {
      if (address.state === 'right') await send(draft, address.address);
    },
    accepted,
    reset: () => {
      form.clear();
      forget();
    },
  };
}
