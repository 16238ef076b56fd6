import { AssetSummary } from '@/features/asset-summary/asset-summary.tsx';
import { Breakdown } from '@/features/asset-summary/breakdown.tsx';
import type { Assets } from '@/routes/mobile/use-assets.ts';
import { Concealed } from '@/ui/concealed.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Money } from '@/ui/money.tsx';
import { Panel } from '@/ui/panel.tsx';
import { PercentText } from '@/ui/percent-text.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { Term } from '@/ui/term.tsx';
import { texts } from './texts.ts';

function Results({ assets: { totals, hidden } }: { assets: Assets }) {
  if (totals === null) return <Skeleton className="h-[4.75rem]" />;
  return (
    <FactList>
      <Fact name={<Term explanation={texts.equityTerm}>{texts.equity}</Term>}>
        <Concealed hidden={hidden}>
          <Money value={totals.equity} unit />
        </Concealed>
      </Fact>
      <Fact name={texts.pnl}>
        <Concealed hidden={hidden}>
          <Money value={totals.pnl} signed /> <PercentText value={totals.pnlBp} bracketed className="text-xs" />
        </Concealed>
      </Fact>
      <Fact name={<Term explanation={texts.totalPnlTerm}>{texts.totalPnl}</Term>}>
        <Concealed hidden={hidden}>
          <Money value={totals.totalPnl} signed />{' '}
          <PercentText value={totals.totalPnlBp} bracketed className="text-xs" />
        </Concealed>
      </Fact>
    </FactList>
  );
}

/** What the account amounts to, what it consists of, and its results. */
export function AccountTotals({ assets }: { assets: Assets }) {
  const { totals, day, btcPrice, hidden, toggleHidden } = assets;
  return (
    <Panel label={texts.account}>
      <div className="grid grid-cols-1 gap-x-10 gap-y-5 md:grid-cols-2 lg:grid-cols-3">
        <AssetSummary
          total={totals?.total ?? null}
          day={day}
          btcPrice={btcPrice}
          hidden={hidden}
          onToggle={toggleHidden}
        />
        {totals === null ? <Skeleton className="h-[9.5rem]" /> : <Breakdown totals={totals} hidden={hidden} />}
        <div className="md:col-span-2 lg:col-span-1">
          <Results assets={assets} />
        </div>
      </div>
    </Panel>
  );
}
