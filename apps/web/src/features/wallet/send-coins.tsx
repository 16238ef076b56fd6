import { useEffect, type ReactNode } from 'react';
import type { NetworkTransaction } from '@plecho/contract';
import { ASSET_NETWORKS, carries, type Asset, type CoinAmount, type Network } from '@plecho/network';
import { useStepFocus } from '@/lib/use-step-focus.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import { SendConfirmation } from './send-confirmation.tsx';
import { SendForm } from './send-form.tsx';
import { SentTransaction } from './sent-transaction.tsx';
import { texts } from './texts.ts';
import { useSend } from './use-send.ts';

interface SendCoinsProps {
  asset: Asset;
  /** Chosen at first; the person may choose another one, as in any wallet. */
  network: Network;
  /** Address to begin with. */
  to?: string | undefined;
  onSent?: (transaction: NetworkTransaction) => void;
  /** Told whether coins are being sent: what would take the form away can wait. */
  onPending?: (isPending: boolean) => void;
}

function Steps({ asset, network, to = '', onSent, onPending }: SendCoinsProps) {
  const send = useSend(asset, network, to, onSent);
  const { pending } = send;
  useEffect(() => {
    onPending?.(pending);
    return () => onPending?.(false);
  }, [onPending, pending]);
  const name =
    send.sent !== null ? texts.sent.title : send.order !== null ? texts.confirm.title : texts.sendTitle(asset);
  const place = useStepFocus<HTMLDivElement>(name);
  if (send.balance === null) return <Skeleton label={texts.loading} className="h-80 w-full" />;
  const content = (balance: CoinAmount): ReactNode => {
    if (send.sent !== null) return <SentTransaction transaction={send.sent} onAgain={send.again} />;
    if (send.order !== null) return <SendConfirmation send={send} order={send.order} />;
    return <SendForm send={send} balance={balance} />;
  };
  return (
    <div ref={place} role="group" aria-label={name} tabIndex={-1} className="outline-none">
      {content(send.balance)}
    </div>
  );
}

/** Sends coins of the practice wallet: the form, a look at everything once more, and what became of it. */
export function SendCoins(props: SendCoinsProps) {
  const { asset, to } = props;
  const network = carries(props.network, asset) ? props.network : ASSET_NETWORKS[asset][0];
  return <Steps key={`${asset} ${network} ${to ?? ''}`} {...props} network={network} />;
}
