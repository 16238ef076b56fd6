import { useState } from 'react';
import type { NetworkTransaction } from '@plecho/contract';
import { formatCoins, parseCoins, type Asset, type CoinAmount, type Network } from '@plecho/network';
import { ApiError } from '@/api/client.ts';
import { useSendCoins } from '@/api/wallet.ts';
import { usePayments } from '@/live/index.ts';
import { isFault, judge, refusalOf, type SendDraft, type SendFault, type SendOrder } from './send-draft.ts';
import { texts } from './texts.ts';

export interface Send {
  asset: Asset;
  draft: SendDraft;
  /** Changes fields as typed; what was refused is said no more. */
  set: (change: Partial<SendDraft>) => void;
  /** Spendable on the chosen network; null while the wallet is not known. */
  balance: CoinAmount | null;
  balanceOn: (network: Network) => CoinAmount;
  /** Own address on the chosen network; null while the wallet is not known. */
  ownAddress: string | null;
  fault: SendFault | null;
  /** The transfer that waits for its confirmation; null while it is typed. */
  order: SendOrder | null;
  review: () => void;
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

/** A transfer from the practice wallet without its looks: typed, reviewed, sent. */
export function useSend(asset: Asset, network: Network, to: string, onSent?: (tx: NetworkTransaction) => void): Send {
  const { loaded, wallet } = usePayments();
  const mutation = useSendCoins();
  const [draft, setDraft] = useState(() => draftFor(network, to));
  const [fault, setFault] = useState<SendFault | null>(null);
  const [order, setOrder] = useState<SendOrder | null>(null);
  const [sent, setSent] = useState<NetworkTransaction | null>(null);

  const heldOn = (on: Network) => wallet.find((each) => each.asset === asset && each.network === on);
  const balanceOn = (on: Network): CoinAmount => parseCoins(asset, heldOn(on)?.balance ?? '0') ?? 0n;

  const review = (): void => {
    const judged = judge(asset, draft, balanceOn(draft.network));
    setFault(isFault(judged) ? judged : null);
    setOrder(isFault(judged) ? null : judged);
  };
  const onError = (error: unknown): void => {
    const refusal =
      error instanceof ApiError ? refusalOf(error) : { field: 'form' as const, text: texts.confirm.failed };
    setFault(refusal);
    if (refusal.field !== 'form') setOrder(null);
  };
  const confirm = (): void => {
    if (order === null || mutation.isPending) return;
    setFault(null);
    const { address, amount, level, memo } = order;
    mutation.mutate(
      { asset, network: order.network, address, amount: formatCoins(asset, amount), fee: level, memo },
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
    draft,
    set: (change) => {
      setDraft((known) => ({ ...known, ...change }));
      setFault(null);
    },
    balance: loaded ? balanceOn(draft.network) : null,
    balanceOn,
    ownAddress: heldOn(draft.network)?.address ?? null,
    fault,
    order,
    review,
    back: () => {
      setOrder(null);
      setFault(null);
    },
    confirm,
    pending: mutation.isPending,
    sent,
    again: () => {
      setDraft(draftFor(draft.network, to));
      setOrder(null);
      setSent(null);
      setFault(null);
    },
  };
}
