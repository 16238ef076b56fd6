import { lazy, useDeferredValue, useEffect, useState } from 'react';
import { Outlet, useLocation } from '@tanstack/react-router';
import type { Market } from '@plecho/contract';
import { useNamedMarket, useSession } from '@/api/queries.ts';
import { SelectedMarketProvider } from '@/api/selected-market.tsx';
import { SilentServer } from '@/features/connection/silent-server.tsx';
import { FirstStepsWatch } from '@/features/first-steps/first-steps-watch.tsx';
import { useFirstSteps } from '@/features/first-steps/use-first-steps.ts';
import { MarketGate } from '@/features/market/market-gate.tsx';
import { LogWatch } from '@/features/proof/log-watch.tsx';
import { ReceiptHost } from '@/features/receipt/receipt-host.tsx';
import { isMobileDevice } from '@/lib/device.ts';
import { loadCode } from '@/lib/load-code.ts';
import { safeNext } from '@/lib/safe-next.ts';
import { LiveProvider, useAccount } from '@/live/index.ts';
import { useGo } from '@/ui/link.tsx';
import { DesktopFrame } from './desktop-frame.tsx';
import { FullSpinner } from './full-spinner.tsx';
import { MobileFrame } from './mobile-frame.tsx';
import { paths } from './paths.ts';
import { useStaticData } from './use-static-data.ts';

const UnderReceipt = lazy(async () => ({
  default: (await loadCode(() => import('./under-receipt.tsx'))).UnderReceipt,
}));

/** Goes to the login screen, which comes back to the asked-for place. */
function ToLogin() {
  const go = useGo();
  const { href } = useLocation();
  // The place that was asked for; the address changes before this screen gives way, and may be the login's already.
  const [login] = useState(() => {
    const next = safeNext(href);
    return paths.login(next === paths.start() ? undefined : next);
  });
  useEffect(() => go(login, { replace: true }), [go, login]);
  return <FullSpinner />;
}

function Screen({ market }: { market: Market }) {
  const { refusal } = useAccount();
  const { needsNoAccount } = useStaticData();
  if (refusal === 'market_not_entered' && needsNoAccount !== true) return <MarketGate market={market} />;
  return <Outlet />;
}

function Markets() {
  const { mark } = useFirstSteps();
  const { pathname, search } = useLocation();
  const go = useGo();
  const wanted = (search as Record<string, string>)['market'];
  const { market, isUnknown, isFailed, retry } = useNamedMarket(wanted);
  useEffect(() => {
    if (isUnknown) go(paths.markets(), { replace: true });
  }, [isUnknown, go]);
  // Deferred: the screen is large, and the browser gets a word in while it is made.
  const isReady = useDeferredValue(market !== undefined, false);
  if (isFailed) return <SilentServer onRetry={retry} />;
  if (market === undefined || !isReady) return <FullSpinner />;
  const isMobile = isMobileDevice() || pathname.startsWith('/mobile/');
  const Frame = isMobile ? MobileFrame : DesktopFrame;
  return (
    <SelectedMarketProvider market={market}>
      <LiveProvider market={market}>
        <FirstStepsWatch />
        <LogWatch market={market.id} />
        <ReceiptHost onShown={() => mark('receipt')} below={(trade) => <UnderReceipt trade={trade} />}>
          <Frame>
            <Screen market={market} />
          </Frame>
        </ReceiptHost>
      </LiveProvider>
    </SelectedMarketProvider>
  );
}

/**
 * Screens behind the login: the session first, then the market that the address names, live. Whoever comes after another
 * person gets screens and a live state of their own.
 */
export function SignedIn() {
  const session = useSession();
  if (session.status === 'loading') return <FullSpinner />;
  if (session.status === 'failed') return <SilentServer onRetry={session.retry} />;
  return session.status === 'signedOut' ? <ToLogin /> : <Markets key={session.user.id} />;
}
