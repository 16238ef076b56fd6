import { AssetSummary } from '@/features/asset-summary/asset-summary.tsx';
import { Amount } from '@/features/asset-summary/amount.tsx';
import { Breakdown } from '@/features/asset-summary/breakdown.tsx';
import type { Assets } from '@/routes/mobile/use-assets.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Term } from '@/ui/term.tsx';
import { texts } from './texts.ts';

function Results({ assets: { totals, hidden } }: { assets: Assets }) {
  return (
    <FactList>
      <Fact name={<Term explanation={texts.equityTerm}>{texts.equity}</Term>}>
        <Amount value={totals?.equity ?? null} unit hidden={hidden} />
      </Fact>
      <Fact name={texts.pnl}>
        <Amount value={totals?.pnl ?? null} percentBp={totals?.pnlBp ?? null} signed hidden={hidden} />
      </Fact>
      <Fact name={<Term explanation={texts.totalPnlTerm}>{texts.totalPnl}</Term>}>
        <Amount value={totals?.totalPnl ?? null} percentBp={totals?.totalPnlBp ?? null} signed hidden={hidden} />
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
        <Breakdown totals={totals} hidden={hidden} />
        <div className="md:col-span-2 lg:col-span-1">
          <Results assets={assets} />
        </div>
      </div>
    </Panel>
  );
}
