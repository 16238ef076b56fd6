import type { WalletBalance } from '@plecho/contract';
import { networkTitle } from '@/lib/coins.ts';
import { CopyButton } from '@/ui/copy-button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Grouped } from '@/ui/grouped.tsx';
import { QrCode } from '@/ui/qr-code.tsx';
import { texts } from './texts.ts';
import { networksOf } from './wallet-coins.ts';

interface ReceiveDialogProps {
  held: WalletBalance;
  wallet: readonly WalletBalance[];
  onClose: () => void;
}

const { receiving } = texts;

/** The wallet's own address in a network, and the networks that share it. */
export function ReceiveDialog({ held, wallet, onClose }: ReceiveDialogProps) {
  const { asset, network, address } = held;
  const networks = networksOf(wallet, address).map(networkTitle);
  return (
    <Dialog open onClose={onClose} size="sm" title={texts.receiveName(asset, networkTitle(network))}>
      <div className="flex flex-col items-center gap-4">
        <QrCode text={address} label={receiving.qr} className="size-48" />
        <div className="w-full">
          <p className="text-xs text-secondary">{receiving.address}</p>
          <p className="mt-1 text-base code">
            <Grouped text={address} />
          </p>
        </div>
        <CopyButton text={address} label={receiving.copy} variant="primary" size="lg" className="w-full" />
        <p className="w-full text-secondary">
          {networks.length > 1 ? receiving.shared(networks.join(', ')) : receiving.alone(networkTitle(network))}
        </p>
        {networks.length > 1 && <p className="w-full text-xs text-muted">{receiving.caution}</p>}
        <p className="w-full text-xs text-muted">{receiving.practice}</p>
      </div>
    </Dialog>
  );
}
