import type { WalletBalance } from '@plecho/contract';
import { parseCoins } from '@plecho/network';
import { formatCoinAmount, formatCoinsWithUnit, networkTitle } from '@/lib/coins.ts';
import { Button } from '@/ui/button.tsx';
import { Concealed } from '@/ui/concealed.tsx';
import { Icon, type IconName } from '@/ui/icons.tsx';
import { texts } from './texts.ts';
import { byCoin, type HeldCoin } from './wallet-coins.ts';

interface WalletBalancesProps {
  wallet: readonly WalletBalance[];
  /** Dots in place of the amounts. */
  hidden: boolean;
  onReceive: (balance: WalletBalance) => void;
  onSend: (balance: WalletBalance) => void;
}

interface ActionProps {
  icon: IconName;
  name: string;
  label: string;
  onClick: () => void;
}

/** Words where there is room for them, an icon on a phone. */
function Action({ icon, name, label, onClick }: ActionProps) {
  return (
    <Button size="sm" variant="ghost" aria-label={name} title={name} onClick={onClick}>
      <Icon name={icon} />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}

function Holding({ held, hidden, onReceive, onSend }: { held: WalletBalance } & Omit<WalletBalancesProps, 'wallet'>) {
  const { asset, network, balance, incoming } = held;
  const title = networkTitle(network);
  const arriving = parseCoins(asset, incoming) ?? 0n;
  return (
    <li className="flex min-h-14 items-center gap-2 border-t border-hairline/60 py-1 pr-1 pl-3 sm:min-h-12 sm:gap-4 sm:pr-2">
      <span className="min-w-0 flex-1 text-secondary">{title}</span>
      <span className="text-right tabular">
        <span className="block whitespace-nowrap">
          <Concealed hidden={hidden}>{formatCoinAmount(asset, balance)}</Concealed>
        </span>
        {arriving > 0n && !hidden && (
          <span className="block text-xs whitespace-nowrap text-accent">
            {texts.incoming(formatCoinAmount(asset, arriving))}
          </span>
        )}
      </span>
      <span className="flex">
        <Action
          icon="arrowDown"
          name={texts.receiveName(asset, title)}
          label={texts.receive}
          onClick={() => onReceive(held)}
        />
        <Action icon="arrowUp" name={texts.sendName(asset, title)} label={texts.send} onClick={() => onSend(held)} />
      </span>
    </li>
  );
}

function Coin({ coin, ...rest }: { coin: HeldCoin } & Omit<WalletBalancesProps, 'wallet'>) {
  const { asset, total, balances } = coin;
  return (
    <section aria-label={asset} className="border-t border-hairline first:border-0">
      <h3 className="flex items-baseline justify-between gap-3 px-3 py-2.5 font-semibold">
        {asset}
        <span className="whitespace-nowrap tabular">
          <Concealed hidden={rest.hidden}>{formatCoinsWithUnit(asset, total)}</Concealed>
        </span>
      </h3>
      <ul>
        {balances.map((held) => (
          <Holding key={held.network} held={held} {...rest} />
        ))}
      </ul>
    </section>
  );
}

/** What the wallet holds: by coin, and within one by network. */
export function WalletBalances({ wallet, ...rest }: WalletBalancesProps) {
  return byCoin(wallet).map((coin) => <Coin key={coin.asset} coin={coin} {...rest} />);
}
