import type { DepositAddress } from '@plecho/contract';
import { networkTitle } from '@/lib/coins.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { QrCode } from '@/ui/qr-code.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

const FRAME = 'flex flex-col items-center gap-4 sm:flex-row sm:items-start';
const QR_SIZE = 'size-40 shrink-0';

/** The place of an address that is on its way. */
export function DepositAddressSkeleton() {
  return (
    <div className={FRAME}>
      <Skeleton label={texts.addressesLoading} className={QR_SIZE} />
      <div className="flex w-full flex-col gap-2">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-9 w-40" />
      </div>
    </div>
  );
}

/** Where to send: address with QR and copy button, and what must be minded. */
export function DepositAddressCard({ address: { address, asset, network } }: { address: DepositAddress }) {
  const title = networkTitle(network);
  return (
    <div className="flex flex-col gap-3">
      <div className={FRAME}>
        <QrCode text={address} label={texts.addressLead(asset, title)} className={QR_SIZE} />
        <div className="flex w-full min-w-0 flex-col gap-2">
          <p className="text-xs text-secondary">{texts.addressLead(asset, title)}</p>
          <p className="font-mono text-base break-all text-primary select-all" data-deposit-address>
            {address}
          </p>
          <span className="self-start">
            <CopyButton text={address} label={texts.copy} size="md" />
          </span>
          <p className="text-xs text-muted">{texts.practiceOnly}</p>
        </div>
      </div>
      <p className="flex items-start gap-2 rounded-md border border-warn/40 bg-warn-soft px-3 py-2 text-warn">
        <Icon name="alert" className="mt-0.5" />
        {texts.only(asset, title)}
      </p>
    </div>
  );
}
