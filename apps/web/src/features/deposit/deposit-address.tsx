import type { Asset, Network } from '@plecho/network';
import { networkTitle } from '@/lib/coins.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Icon } from '@/ui/icons.tsx';
import { QrCode } from '@/ui/qr-code.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { texts } from './texts.ts';

const FRAME = 'flex flex-col items-center gap-4 sm:flex-row sm:items-start';
const QR_SIZE = 'size-40 shrink-0';

interface DepositAddressCardProps {
  asset: Asset;
  network: Network;
  /** null while it is on its way: all else stands where it stays. */
  address: string | null;
}

/** Where to send: address with QR and copy button, and what must be minded. */
export function DepositAddressCard({ asset, network, address }: DepositAddressCardProps) {
  const title = networkTitle(network);
  return (
    <div className="flex flex-col gap-3">
      <div className={FRAME}>
        {address === null ? (
          <Skeleton label={texts.addressesLoading} className={QR_SIZE} />
        ) : (
          <QrCode text={address} label={texts.addressLead(asset, title)} className={QR_SIZE} />
        )}
        <div className="flex w-full min-w-0 flex-col gap-2">
          <p className="text-xs text-secondary">{texts.addressLead(asset, title)}</p>
          {/* Two lines on a phone, and one where there is room. */}
          <div className="min-h-[2lh] text-base sm:min-h-[1lh]">
            {address === null ? (
              <Skeleton className="h-[1lh] w-full max-w-[42ch]" />
            ) : (
              <p className="font-mono break-all text-primary select-all" data-deposit-address>
                {address}
              </p>
            )}
          </div>
          <span className="self-start">
            <CopyButton
              text={address ?? ''}
              label={texts.copy}
              size="md"
              className={address === null ? 'invisible' : ''}
            />
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
