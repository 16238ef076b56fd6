import { useState, type SyntheticEvent } from 'react';
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { withdrawal, type Operation, type Withdrawal } from '@plecho/contract';
import type { Price, Usdt } from '@plecho/domain';
import { ASSET_NETWORKS, formatCoins, NETWORK_RULES, type Asset, type CoinAmount, type Network } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useAwaitedForm } from '@/api/intents/use-awaited-form.ts';
import { useWithdraw } from '@/api/withdrawals.ts';
import { checkAddress, type AddressCheck } from '@/lib/check-address.ts';
import { coinInput, parseCoinInput } from '@/lib/coins.ts';
import { judgedBy, resolverOf, SERVER, useSubmit, type Refusal } from '@/lib/form.ts';
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
  fields: UseFormReturn<WithdrawDraft>;
  draft: WithdrawDraft;
  /** To be called when something was changed: what the server refused is said no more. */
  forget: () => void;
  takeAddress: (address: string) => void;
  chooseCoin: (asset: Asset, network: Network) => void;
  /** What is wrong now: of the address while typing, of the rest after an attempt. */
  errors: WithdrawErrors;
  address: AddressCheck;
  /** To be called when the address is left, or typed on: what is short when it is left stays short. */
  setAddressLeft: (left: boolean) => void;
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
  pending: boolean;
  /** Shows what is wrong, or sends it. */
  submit: (event: SyntheticEvent) => void;
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

const { currency, network, address, amount } = withdrawal.shape;
const shape = z.strictObject({ asset: currency, network, address, memo: z.string(), amount });
const FIELDS = ['address', 'memo', 'amount'] as const;

/** The schema of what is typed; `judge` says all that is wrong with it now. */
const schemaFor = (judge: (draft: WithdrawDraft) => WithdrawErrors) =>
  shape.check(
    judgedBy((draft) => {
      const errors = judge(draft);
      const field = FIELDS.find((each) => errors[each] !== undefined);
      return field === undefined ? null : { field, text: errors[field] ?? '' };
    }),
  );

function refusalOf(error: unknown): Refusal<(typeof FIELDS)[number]> {
  if (!(error instanceof ApiError)) return { field: 'form', text: texts.failed };
  return { field: fieldOfRefusal(error.code), text: error.message };
}

/** What the server refused, by field. */
function refusedBy({ root, address: to, memo, amount: much }: FieldErrors<WithdrawDraft>): WithdrawErrors {
  const refused: WithdrawErrors = {};
  for (const [field, error] of Object.entries({ form: root, address: to, memo, amount: much })) {
    if (error?.type === SERVER) refused[field as keyof WithdrawErrors] = error.message ?? '';
  }
  return refused;
}

/** The request that a checked form makes. */
function requestOf(draft: WithdrawDraft): Withdrawal {
  const { asset, network: on } = draft;
  const to = checkAddress(draft.address, on, true);
  const memo = NETWORK_RULES[on].memo ? draft.memo.trim() : '';
  return {
    currency: asset,
    amount: formatCoins(asset, parseCoinInput(asset, draft.amount) ?? 0n),
    network: on,
    address: to.state === 'right' ? to.address : draft.address,
    memo: memo === '' ? null : memo,
  };
}

/** The withdrawal form without its looks. */
export function useWithdrawForm(): WithdrawForm {
  const { mutateAsync, isPending } = useWithdraw();
  const [accepted, setAccepted] = useState<Operation | null>(null);
  const [addressLeft, setAddressLeft] = useState(false);
  const account = useAccount();
  const { wallet } = usePayments();
  const available = account.loaded ? account.balances.available : null;
  const fields: UseFormReturn<WithdrawDraft> = useForm({
    defaultValues: EMPTY,
    reValidateMode: 'onSubmit',
    resolver: (...form) => resolverOf(schemaFor((sent) => validateWithdrawal(sent, value, available)))(...form),
  });
  useAwaitedForm(fields, { kinds: ['withdraw'] });
  const draft = fields.watch();
  const { asset } = draft;
  const { price, stale } = useCoinPrice(asset);

  const units = parseCoinInput(asset, draft.amount);
  const value: Usdt | null = units === null ? null : withdrawalValue(asset, units, price);
  const max = available === null ? null : maxWithdrawal(asset, available, price);
  const to = checkAddress(draft.address, draft.network, addressLeft);
  const { address: _, ...rest } = validateWithdrawal(draft, value, available);
  const shown: WithdrawErrors = fields.formState.isSubmitted ? rest : {};
  if (to.state === 'wrong') shown.address = to.text;

  const send = useSubmit(fields, async (sent) => setAccepted(await mutateAsync(requestOf(sent))), refusalOf);
  const forget = (): void => fields.clearErrors();
  return {
    fields,
    draft,
    forget,
    takeAddress: (own) => {
      fields.setValue('address', own);
      setAddressLeft(false);
      forget();
    },
    chooseCoin: (nextAsset, nextNetwork) => {
      fields.setValue('asset', nextAsset);
      fields.setValue('network', nextNetwork);
      if (nextAsset !== asset) fields.setValue('amount', '');
      forget();
    },
    errors: { ...shown, ...refusedBy(fields.formState.errors) },
    address: to,
    setAddressLeft,
    ownAddress: wallet.find((each) => each.asset === asset && each.network === draft.network)?.address ?? null,
    available,
    max,
    takeMax: () => {
      if (max === null) return;
      fields.setValue('amount', coinInput(asset, max));
      forget();
    },
    receive: toReceive(draft),
    value,
    price,
    stale,
    incomplete: isIncomplete(draft),
    pending: isPending,
    submit: (event) => {
      setAddressLeft(true);
      send(event);
    },
    accepted,
    reset: () => {
      fields.reset({ ...EMPTY, asset, network: draft.network });
      setAddressLeft(false);
      setAccepted(null);
    },
  };
}
