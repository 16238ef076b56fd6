import type { ReactNode } from 'react';
import type { NetworkTransaction, Operation } from '@plecho/contract';
import type { Asset, Network } from '@plecho/network';
import { useStepFocus } from '@/lib/use-step-focus.ts';
import { useLiveOperation } from '@/live/index.ts';
import { Button } from '@/ui/button.tsx';
import { CoinPicker } from '@/ui/coin-picker.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { OperationStatus } from '@/ui/operation-status.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ClaimForm } from './claim-form.tsx';
import { DepositAddressCard } from './deposit-address.tsx';
import { DepositInfo } from './deposit-info.tsx';
import { LessonPanel } from './lesson.tsx';
import { texts } from './texts.ts';
import type { CoinDeposit } from './use-coin-deposit.ts';

/** What the screen needs to send coins from the practice wallet. */
interface SendSlot {
  asset: Asset;
  network: Network;
  /** The deposit address. */
  to: string;
  onSent: (transaction: NetworkTransaction) => void;
}

interface AcceptedProps {
  operation: Operation;
  marketLabel: string;
  onAnother: () => void;
}

function Accepted({ operation, marketLabel, onAnother }: AcceptedProps) {
  const now = useLiveOperation(operation);
  return (
    <div className="flex flex-col gap-4">
      {now.status === 'pending' ? (
        <p role="status" className="text-base text-pretty">
          {texts.claim.done}
        </p>
      ) : null}
      <OperationStatus operation={now} marketLabel={marketLabel} />
      <Button onClick={onAnother}>{texts.claim.another}</Button>
    </div>
  );
}

function ClaimPanel({ deposit, marketLabel }: { deposit: CoinDeposit; marketLabel: string }) {
  const { asset, claim, choose } = deposit;
  const { accepted, refusal } = claim;
  const place = useStepFocus<HTMLDivElement>(accepted === null ? 'form' : 'accepted');
  return (
    <Panel title={texts.claim.title}>
      <div ref={place} tabIndex={-1} className="outline-none">
        {accepted === null ? (
          <div className="flex flex-col gap-4">
            <ClaimForm claim={claim} asset={asset} onChoose={choose} />
            {refusal?.lesson !== undefined && <LessonPanel lesson={refusal.lesson} />}
          </div>
        ) : (
          <Accepted operation={accepted} marketLabel={marketLabel} onAnother={claim.reset} />
        )}
      </div>
    </Panel>
  );
}

function WhereTo({ deposit, isSending }: { deposit: CoinDeposit; isSending: boolean }) {
  const { asset, network, address, retryAddresses, choose } = deposit;
  return (
    <Panel label={texts.address}>
      <div className="flex flex-col gap-4">
        <CoinPicker asset={asset} network={network} disabled={isSending} onChange={choose} />
        {retryAddresses !== null ? (
          <ErrorState title={texts.addressesFailed} onRetry={retryAddresses} />
        ) : (
          <DepositAddressCard asset={asset} network={network} address={address?.address ?? null} />
        )}
      </div>
    </Panel>
  );
}

interface CryptoDepositProps {
  deposit: CoinDeposit;
  marketLabel: string;
  /** The form that sends from the practice wallet. */
  renderSend: (slot: SendSlot) => ReactNode;
  /** Coins are being sent: another choice would take that form away. */
  isSending?: boolean;
  /** Below what is said about the deposit. */
  aside?: ReactNode;
}

/** Coins from the practice network to the account: where to send, sending, and naming the transaction. */
export function CryptoDeposit({ deposit, marketLabel, renderSend, isSending = false, aside }: CryptoDepositProps) {
  const { asset, network, address, claim } = deposit;
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="flex min-w-0 flex-col gap-3">
        <WhereTo deposit={deposit} isSending={isSending} />
        {deposit.retryAddresses === null && (
          <Panel title={texts.send}>
            {address === null ? (
              <Skeleton className="h-[36rem]" />
            ) : (
              renderSend({ asset, network, to: address.address, onSent: claim.fill })
            )}
          </Panel>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-12">
        <ClaimPanel deposit={deposit} marketLabel={marketLabel} />
        <Panel title={texts.info.title}>
          <DepositInfo asset={asset} network={network} marketLabel={marketLabel} />
        </Panel>
        {aside}
      </div>
    </div>
  );
}
