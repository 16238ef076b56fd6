import { useState, type SyntheticEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { walletSend, type NetworkTransaction } from '@plecho/contract';
import { formatCoins, parseCoins, type Asset, type CoinAmount, type Network } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useAwaitedForm } from '@/api/intents/use-awaited-form.ts';
import { useSendCoins } from '@/api/wallet.ts';
import { judgedBy, resolverOf } from '@/lib/form.ts';
import { usePayments } from '@/live/index.ts';
import { isFault, judge, refusalOf, type SendDraft, type SendFault, type SendOrder } from './send-draft.ts';
import { texts } from './texts.ts';

export interface Send {
  asset: Asset;
  form: UseFormReturn<SendDraft>;
  draft: SendDraft;
  /** To be called when something was changed: what was refused is said no more. */
  forget: () => void;
  /** Spendable on the chosen network; null while the wallet is not known. */
  balance: CoinAmount | null;
  balanceOn: (network: Network) => CoinAmount;
  /** Own address on the chosen network; null while the wallet is not known. */
  ownAddress: string | null;
  /** The transaction that waits for its confirmation; null while it is typed. */
  order: SendOrder | null;
  review: (event: SyntheticEvent) => void;
  back: () => void;
  confirm: () => void;
  pending: boolean;
  /** What was sent; null until then. */
  sent: NetworkTransaction | null;
  /** Starts over with the same network. */
  again: () => void;
}

const draftFor = (network: Network, address: string): SendDraft => ({
  network,
  address,
  amount: '',
  isMax: false,
  fee: 'normal',
  memo: '',
});

const { network, address, amount, fee } = walletSend.shape;
const shape = z.strictObject({ network, address, amount, isMax: z.boolean(), fee, memo: z.string() });

/** @param judged what a draft comes to */
const schemaFor = (judged: (draft: SendDraft) => SendOrder | SendFault) =>
  shape.check(
    judgedBy((draft) => {
      const order = judged(draft);
      return isFault(order) ? order : null;
    }),
  );

/** A transaction from the practice wallet without its looks: typed, reviewed, sent. */
export function useSend(asset: Asset, on: Network, to: string, onSent?: (tx: NetworkTransaction) => void): Send {
  const { loaded, wallet } = usePayments();
  const mutation = useSendCoins();
  const [order, setOrder] = useState<SendOrder | null>(null);
  const [sent, setSent] = useState<NetworkTransaction | null>(null);

  const heldOn = (each: Network) => wallet.find((held) => held.asset === asset && held.network === each);
  const balanceOn = (each: Network): CoinAmount => parseCoins(asset, heldOn(each)?.balance ?? '0') ?? 0n;
  const judged = (typed: SendDraft) => judge(asset, typed, balanceOn(typed.network));
  const form = useForm({
    defaultValues: draftFor(on, to),
    resolver: resolverOf(schemaFor(judged)),
    reValidateMode: 'onSubmit',
  });
  useAwaitedForm(form, { kinds: ['sendCoins'] });
  const draft = form.watch();

  const review = form.handleSubmit((typed) => {
    const next = judged(typed);
    if (!isFault(next)) setOrder(next);
  });
  const forget = (): void => form.clearErrors();
  const onError = (error: unknown): void => {
    const refusal: SendFault =
      error instanceof ApiError ? refusalOf(error) : { field: 'form', text: texts.confirm.failed };
    form.setError(refusal.field === 'form' ? 'root' : refusal.field, { message: refusal.text });
    if (refusal.field !== 'form') setOrder(null);
  };
  const confirm = (): void => {
    if (order === null || mutation.isPending) return;
    forget();
    const { network: via, address: receiver, amount: units, level, memo } = order;
    mutation.mutate(
      { asset, network: via, address: receiver, amount: formatCoins(asset, units), fee: level, memo },
      {
        onSuccess: (tx) => {
          setSent(tx);
          onSent?.(tx);
        },
        onError,
      },
    );
  };
  return {
    asset,
    form,
    draft,
    forget,
    balance: loaded ? balanceOn(draft.network) : null,
    balanceOn,
    ownAddress: heldOn(draft.network)?.address ?? null,
    order,
    review: (event) => void review(event),
    back: () => {
      setOrder(null);
      forget();
    },
    confirm,
    pending: mutation.isPending,
    sent,
    again: () => {
      form.reset(draftFor(draft.network, to));
      setOrder(null);
      setSent(null);
    },
  };
}
