import type { ReactNode } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useMarketParam } from '@/api/queries.ts';
import { AlertBell } from '@/features/alerts/alert-bell.tsx';
import { ConnectionDot } from '@/features/connection/connection-dot.tsx';
import { TroubleBar } from '@/features/connection/trouble-bar.tsx';
import { GuestBar } from '@/features/auth/guest-bar.tsx';
import { MobileHeader } from '@/features/header/mobile-header.tsx';
import { MarketSwitcher } from '@/features/market/market-switcher.tsx';
import { UnansweredBar } from '@/features/connection/unanswered-bar.tsx';
import { Dock } from '@/routes/mobile/dock.tsx';

/** Screens that phones and desktops share get a place above the dock; the phone's own bring theirs. */
function Place({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  if (pathname.startsWith('/mobile/')) return children;
  return (
    <>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <Dock />
    </>
  );
}

/** Header and place of a signed-in screen on a phone. */
export function MobileFrame({ children }: { children: ReactNode }) {
  const market = useMarketParam();
  return (
    <>
      <MobileHeader
        market={market}
        marketSwitcher={<MarketSwitcher />}
        connection={<ConnectionDot compact />}
        alerts={<AlertBell />}
      />
      <TroubleBar />
      <UnansweredBar area="account" />
      <GuestBar />
      <Place>{children}</Place>
    </>
  );
}
