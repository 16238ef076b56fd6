import { useEffect, useRef, type ReactNode } from 'react';
import type { NetworkTransaction } from '@plecho/contract';
import { ASSET_NETWORKS, carries, type Asset, type Network } from '@plecho/network';
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

/** A step after the first: it takes the focus, so that it is read out. */
function Step({ name, children }: { name: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} role="group" aria-label={name} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

function Steps({ asset, network, to = '', onSent, onPending }: SendCoinsProps) {
  const send = useSend(asset, network, to, onSent);
  const { pending } = send;
  useEffect(() => {
    onPending?.(pending);
    return () => onPending?.(false);
  }, [onPending, pending]);
  if (send.balance === null) return <Skeleton label={texts.loading} className="h-80 w-full" />;
  if (send.sent !== null) {
    return (
      <Step key="sent" name={texts.sent.title}>
        <SentTransaction transaction={send.sent} onAgain={send.again} />
      </Step>
    );
  }
  if (send.order !== null) {
    return (
      <Step key="confirm" name={texts.confirm.title}>
        <SendConfirmation send={send} order={send.order} />
      </Step>
    );
  }
  return <SendForm send={send} balance={send.balance} />;
}

/** Sends coins of the practice wallet: the form, a look at everything once more, and what became of it. */
export function SendCoins(props: SendCoinsProps) {
  const { asset, to } = props;
  const network = carries(props.network, asset) ? props.network : ASSET_NETWORKS[asset][0];
  return <Steps key={`${asset} ${network} ${to ?? ''}`} {...props} network={network} />;
}
