import type { ReactNode } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useMarketParam } from '@/api/queries.ts';
import { BottomBar } from '@/features/bottom-bar/bottom-bar.tsx';
import { ConnectionDot } from '@/features/connection/connection-dot.tsx';
import { TroubleBar } from '@/features/connection/trouble-bar.tsx';
import { MobileHeader } from '@/features/header/mobile-header.tsx';
import { MarketSwitcher } from '@/features/market-label/market-switcher.tsx';
import { UnsettledBar } from '@/features/unsettled/unsettled-bar.tsx';

/** Screens that phones and desktops share get a place above the bottom bar; the phone's own bring theirs. */
function Place({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  if (pathname.startsWith('/mobile/')) return children;
  return (
    <>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] outline-none"
      >
        {children}
      </main>
      <BottomBar />
    </>
  );
}

/** Header and place of a signed-in screen on a phone. */
export function MobileFrame({ children }: { children: ReactNode }) {
  const market = useMarketParam();
  return (
    <>
      <MobileHeader market={market} marketSwitcher={<MarketSwitcher />} connection={<ConnectionDot compact />} />
      <TroubleBar />
      <UnsettledBar area="account" />
      <Place>{children}</Place>
    </>
  );
}
