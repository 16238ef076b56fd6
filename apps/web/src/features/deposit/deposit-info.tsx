import { paths } from '@/app/paths.ts';
import { DEPOSIT_MINIMUM, NETWORK_RULES, type Asset, type Network } from '@plecho/network';
import { creditingSeconds, formatCoinsWithUnit } from '@/lib/coins.ts';
import { formatDuration } from '@/lib/duration.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Link } from '@/ui/link.tsx';
import { texts } from './texts.ts';

const { info } = texts;

interface DepositInfoProps {
  asset: Asset;
  network: Network;
  /** The market whose price a coin is credited at. */
  marketLabel: string;
}

/** Minimum, confirmations and time of a deposit, as the practice network has them. */
export function DepositInfo({ asset, network, marketLabel }: DepositInfoProps) {
  const { confirmations, blockMs } = NETWORK_RULES[network];
  return (
    <div className="flex flex-col gap-3">
      <FactList>
        <Fact name={info.minimum}>{formatCoinsWithUnit(asset, DEPOSIT_MINIMUM[asset])}</Fact>
        <Fact name={info.confirmations}>{confirmations}</Fact>
        <Fact name={info.blockEvery}>{formatDuration(blockMs / 1000)}</Fact>
        <Fact name={info.time}>{info.timeValue(formatDuration(creditingSeconds(network)))}</Fact>
        <Fact name={info.fee}>{info.noFee}</Fact>
        <Fact name={info.creditedAs}>{asset === 'USDT' ? info.asUsdt : info.byPrice(`${asset}USDT`)}</Fact>
      </FactList>
      <p className="text-xs text-muted">{asset === 'USDT' ? info.belowNote : info.priceNote(marketLabel)}</p>
      <Link href={paths.help('network')} className="self-start text-xs text-accent underline underline-offset-3">
        {info.help}
      </Link>
    </div>
  );
}
