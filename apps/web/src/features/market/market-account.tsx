import type { Market } from '@plecho/contract';
import { useAccountIn } from '@/api/market-details.ts';
import { formatCount, formatMoney } from '@/lib/format.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Money, MONEY_UNIT } from '@/ui/money.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { EnterButton } from './enter-button.tsx';
import { texts } from './texts.ts';

const { page: words } = texts;

function Account({ market }: { market: Market }) {
  const { data: account, isError } = useAccountIn(market.id);
  if (account === undefined) {
    if (isError) return <p className="text-secondary">{words.accountFailed}</p>;
    return (
      <FactList>
        <Fact name={words.equity} strong>
          <Skeleton className="inline-block h-[0.75em] w-28" />
        </Fact>
        <Fact name={words.openPositions}>
          <Skeleton className="inline-block h-[0.75em] w-6" />
        </Fact>
      </FactList>
    );
  }
  const balance = `${formatMoney(market.startBalance)} ${MONEY_UNIT}`;
  if (account === null && market.status === 'ended') return <p className="text-secondary">{words.closed}</p>;
  if (account === null) return <p className="text-secondary">{words.noAccount(balance)}</p>;
  return (
    <FactList>
      <Fact name={words.equity} strong>
        <Money value={account.balance.equity} unit />
      </Fact>
      <Fact name={words.openPositions}>{formatCount(account.openPositions)}</Fact>
      {account.balance.season > 1 && <Fact name={words.season}>{account.balance.season}</Fact>}
    </FactList>
  );
}

/** What the person has in a market, and the way in. */
export function MarketAccount({ market }: { market: Market }) {
  return (
    <Panel title={words.account}>
      <div className="flex flex-col gap-3">
        <Account market={market} />
        <div className="flex flex-col gap-2 max-lg:sm:self-start">
          <EnterButton market={market} size="lg" />
        </div>
      </div>
    </Panel>
  );
}
