import { useMarket, useMarketParam } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { MarketLabel } from '@/features/market/market-label.tsx';
import { Operations } from '@/features/operations/operations.tsx';
import { Seasons } from '@/features/asset-summary/seasons.tsx';
import { Wallet } from '@/features/wallet/wallet.tsx';
import { useAssets } from '@/routes/mobile/use-assets.ts';
import { useStaleAssets } from '@/routes/mobile/use-stale-assets.tsx';
import { buttonClass } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { AccountTotals } from './account-totals.tsx';
import { texts } from './texts.ts';

/** /assets: what the account amounts to, the practice wallet, operations and seasons. */
export function AssetsPage() {
  'use memo';
  const market = useMarket();
  const from = useMarketParam();
  const assets = useAssets();
  const { hidden } = assets;
  const stale = useStaleAssets();
  return (
    <div className="page flex max-w-6xl flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="page-title">{texts.title}</h1>
        <MarketLabel market={market} />
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <Link href={paths.deposit({ from })} className={buttonClass('primary')}>
            {texts.deposit}
          </Link>
          <Link href={paths.withdraw({ from })} className={buttonClass('secondary')}>
            {texts.withdraw}
          </Link>
          <Link href={paths.log()} className={buttonClass('ghost')}>
            {texts.log}
          </Link>
        </div>
        {!market.main && <p className="w-full text-xs text-muted">{texts.mainOnly}</p>}
      </header>
      <AccountTotals assets={assets} {...stale} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Wallet hidden={hidden} />
        <Operations hidden={hidden} />
      </div>
      <Seasons hidden={hidden} />
    </div>
  );
}
