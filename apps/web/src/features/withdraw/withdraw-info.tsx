import { NETWORK_RULES, type Network } from '@plecho/network';
import { paths } from '@/app/paths.ts';
import { creditingSeconds } from '@/lib/coins.ts';
import { formatDuration } from '@/lib/duration.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Link } from '@/ui/link.tsx';
import { texts } from './texts.ts';

/** How long the network takes, and who decides: nobody. */
export function WithdrawInfo({ network }: { network: Network }) {
  const { confirmations } = NETWORK_RULES[network];
  return (
    <div className="flex flex-col gap-3">
      <FactList>
        <Fact name={texts.confirmations}>{confirmations}</Fact>
        <Fact name={texts.time}>{texts.timeValue(formatDuration(creditingSeconds(network)))}</Fact>
      </FactList>
      <p className="text-xs text-muted">{texts.info.note}</p>
      <Link href={paths.help('network')} className="self-start text-xs text-accent underline underline-offset-3">
        {texts.info.help}
      </Link>
    </div>
  );
}

/** What a payout to a card is like, and who decides: nobody but the practice bank. */
export function CardPayoutInfo() {
  return (
    <div className="flex flex-col gap-3">
      <FactList>
        <Fact name={texts.time}>{texts.card.when}</Fact>
      </FactList>
      <p className="text-xs text-muted">{texts.card.note}</p>
      <Link href={paths.help('card-rate')} className="self-start text-xs text-accent underline underline-offset-3">
        {texts.card.help}
      </Link>
    </div>
  );
}
