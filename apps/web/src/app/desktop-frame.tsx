import { use, type ReactNode } from 'react';
import { useMarket, useMarketParam, useSession } from '@/api/queries.ts';
import { ConnectionDot } from '@/features/connection/connection-dot.tsx';
import { TroubleBar } from '@/features/connection/trouble-bar.tsx';
import { DesktopHeader } from '@/features/header/desktop-header.tsx';
import { PairSummary } from '@/features/header/pair-summary.tsx';
import { MarketSwitcher } from '@/features/market-label/market-switcher.tsx';
import { UnsettledBar } from '@/features/unsettled/unsettled-bar.tsx';
import { usePersistentState } from '@/lib/storage.ts';
import { ShortcutsContext } from './shortcuts-context.ts';
import { useStaticData } from './use-static-data.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Header and place of a signed-in screen on a desktop. */
export function DesktopFrame({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const market = useMarketParam();
  const { symbols } = useMarket();
  const [kept] = usePersistentState('symbol', 'BTCUSDT', isText);
  const symbol = symbols.includes(kept) ? kept : (symbols[0] ?? kept);
  const { showsPair } = useStaticData();
  const openShortcuts = use(ShortcutsContext);
  if (user === null) return null;
  return (
    <>
      <DesktopHeader
        user={user}
        market={market}
        marketSwitcher={<MarketSwitcher />}
        summary={showsPair === true ? <PairSummary symbol={symbol} /> : null}
        connection={<ConnectionDot />}
        onShortcuts={openShortcuts}
      />
      <TroubleBar />
      <UnsettledBar area="account" />
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </main>
    </>
  );
}
