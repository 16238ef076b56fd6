import { useState, type ReactNode } from 'react';
import { useMarketParam, useSession } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { AssetSummary } from '@/features/asset-summary/asset-summary.tsx';
import { Breakdown } from '@/features/asset-summary/breakdown.tsx';
import { BarIcon } from '@/features/header/bar-icons.tsx';
import { useSignOut } from '@/features/header/use-sign-out.ts';
import { Operations } from '@/features/operations/operations.tsx';
import { RecentOperations } from '@/features/operations/recent-operations.tsx';
import { TradeCards } from '@/features/history/trade-cards.tsx';
import { Seasons } from '@/features/asset-summary/seasons.tsx';
import { Wallet } from '@/features/wallet/wallet.tsx';
import { usePayments } from '@/live/index.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/error-state.tsx';
import { GuestLeaving } from '@/ui/guest-leaving.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { Panel } from '@/ui/panel.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { MobileScreen } from './mobile-screen.tsx';
import { texts } from './texts.ts';
import { useAssets, type Assets } from './use-assets.ts';
import { useStaleAssets } from './use-stale-assets.tsx';

const TRADES_SHOWN = 5;

function LogoutButton() {
  const { signOut, pending } = useSignOut();
  const isGuest = useSession().user?.phone === null;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="ghost" className="h-14" pending={pending} onClick={isGuest ? () => setAsking(true) : signOut}>
        <Icon name="signOut" />
        {texts.logout}
      </Button>
      {isGuest && <GuestLeaving open={isAsking} onClose={() => setAsking(false)} onLeave={signOut} pending={pending} />}
    </>
  );
}

function RecentTrades({ assets }: { assets: Assets }) {
  if (assets.trades.length > 0) {
    return (
      <Panel title={texts.recentTrades} flush>
        <TradeCards trades={assets.trades.slice(0, TRADES_SHOWN)} hidden={assets.hidden} />
      </Panel>
    );
  }
  if (!assets.tradesFailed) return null;
  return (
    <Panel title={texts.recentTrades}>
      <ErrorState title={texts.tradesFailed} onRetry={assets.retryTrades} />
    </Panel>
  );
}

function MoreLink({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  return (
    <Link href={href} className="flex h-14 items-center gap-3 px-3 -outline-offset-2 active:bg-raised">
      <span className="grid size-6 place-items-center text-secondary">{icon}</span>
      <span className="flex-1">{children}</span>
      <Icon name="chevronRight" className="text-muted" />
    </Link>
  );
}

const Separator = () => <div className="mx-3 border-t border-hairline/60" />;

function More() {
  const market = useMarketParam();
  return (
    <Panel label={texts.more} flush>
      <MoreLink href={paths.log()} icon={<Icon name="shield" className="size-5" />}>
        {texts.log}
      </MoreLink>
      <Separator />
      <MoreLink href={paths.network()} icon={<Icon name="search" className="size-5" />}>
        {texts.network}
      </MoreLink>
      <Separator />
      <MoreLink href={paths.history(market)} icon={<BarIcon name="history" />}>
        {texts.history}
      </MoreLink>
      <Separator />
      <MoreLink href={paths.account(market)} icon={<Icon name="person" className="size-5" />}>
        {texts.profile}
      </MoreLink>
    </Panel>
  );
}

/** Nothing stands below a list whose length is not known yet: it would move from under a finger. */
function Lists({ assets }: { assets: Assets }) {
  const [isWhole, setWhole] = useState(false);
  const { loaded } = usePayments();
  const { hidden } = assets;
  if (!loaded || !assets.tradesKnown) return <Skeleton label={texts.loading} className="h-[44rem]" />;
  return (
    <>
      <RecentTrades assets={assets} />
      {isWhole ? <Operations hidden={hidden} /> : <RecentOperations hidden={hidden} onAll={() => setWhole(true)} />}
      <Wallet hidden={hidden} />
      <Seasons hidden={hidden} />
      <More />
    </>
  );
}

/** /mobile/assets: what the account amounts to, its newest trades and operations, the practice wallet, the seasons. */
export function MobileAssetsPage() {
  'use memo';
  const market = useMarketParam();
  const assets = useAssets();
  const { totals, day, btcPrice, hidden, toggleHidden } = assets;
  const { isStale, age } = useStaleAssets();
  return (
    <MobileScreen>
      <header className="flex items-center justify-between gap-3">
        <h1 className="text-lg font-semibold">{texts.assets}</h1>
        <LogoutButton />
      </header>
      <Panel label={texts.assets}>
        <AssetSummary
          total={totals?.total ?? null}
          day={day}
          btcPrice={btcPrice}
          hidden={hidden}
          onToggle={toggleHidden}
          isStale={isStale}
          age={age}
        />
        <div className="mt-4 border-t border-hairline pt-4">
          <Breakdown totals={totals} equity={totals?.equity ?? null} hidden={hidden} isStale={isStale} />
        </div>
      </Panel>
      <nav aria-label={texts.money} className="grid grid-cols-2 gap-3">
        <Link href={paths.mobileDeposit({ from: market })} className={buttonClass('primary', 'lg')}>
          {texts.deposit}
        </Link>
        <Link href={paths.mobileWithdraw({ from: market })} className={buttonClass('secondary', 'lg')}>
          {texts.withdraw}
        </Link>
      </nav>
      <Lists assets={assets} />
    </MobileScreen>
  );
}
