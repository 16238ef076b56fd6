import { AssetSummary } from '@/features/asset-summary/asset-summary.tsx';
import { Amount } from '@/features/asset-summary/amount.tsx';
import { Breakdown } from '@/features/asset-summary/breakdown.tsx';
import { cx } from '@/lib/class-names.ts';
import type { Assets } from '@/routes/mobile/use-assets.ts';
import type { StaleAssets } from '@/routes/mobile/use-stale-assets.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Panel } from '@/ui/panel.tsx';
import { STALE } from '@/ui/stale.ts';
import { Term } from '@/ui/term.tsx';
import { texts } from './texts.ts';

interface ResultsProps {
  assets: Assets;
  isStale: boolean;
}

/** All of them depend on the prices of what is open. */
function Results({ assets: { totals, hidden }, isStale }: ResultsProps) {
  const dim = cx(isStale && STALE);
  return (
    <FactList>
      <Fact name={<Term explanation={texts.equityTerm}>{texts.equity}</Term>}>
        <span className={dim}>
          <Amount value={totals?.equity ?? null} unit hidden={hidden} />
        </span>
      </Fact>
      <Fact name={texts.pnl}>
        <span className={dim}>
          <Amount value={totals?.pnl ?? null} percentBp={totals?.pnlBp ?? null} signed hidden={hidden} />
        </span>
      </Fact>
      <Fact name={<Term explanation={texts.totalPnlTerm}>{texts.totalPnl}</Term>}>
        <span className={dim}>
          <Amount value={totals?.totalPnl ?? null} percentBp={totals?.totalPnlBp ?? null} signed hidden={hidden} />
        </span>
      </Fact>
    </FactList>
  );
}

/** What the account amounts to, what it consists of, and its results. */
export function AccountTotals({ assets, isStale, age }: { assets: Assets } & StaleAssets) {
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
          isStale={isStale}
          age={age}
        />
        <Breakdown totals={totals} hidden={hidden} />
        <div className="md:col-span-2 lg:col-span-1">
          <Results assets={assets} isStale={isStale} />
        </div>
      </div>
    </Panel>
  );
}
