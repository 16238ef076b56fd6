import { use, type ReactNode } from 'react';
import { useMarket, useMarketParam, useSession } from '@/api/queries.ts';
import { AlertBell } from '@/features/alerts/alert-bell.tsx';
import { ConnectionDot } from '@/features/connection/connection-dot.tsx';
import { TroubleBar } from '@/features/connection/trouble-bar.tsx';
import { GuestBar } from '@/features/auth/guest-bar.tsx';
import { DesktopHeader } from '@/features/header/desktop-header.tsx';
import { PairSummary } from '@/features/header/pair-summary.tsx';
import { MarketLabel } from '@/features/market/market-label.tsx';
import { MarketSwitcher } from '@/features/market/market-switcher.tsx';
import { UnansweredBar } from '@/features/connection/unanswered-bar.tsx';
import { usePersistentState } from '@/lib/storage.ts';
import { MessageLine } from '@/ui/toast.tsx';
import { ShortcutsContext } from './shortcuts-context.ts';
import { useStaticData } from './use-static-data.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The keys of the trade screen, where there is a keyboard to expect. */
const KeyHint = () => (
  <span className="hidden pointer-fine:lg:inline">
    / поиск пары · B и S сторона · 1…5 интервал · Enter проверить · ? все клавиши
  </span>
);

/** Header and place of a signed-in screen on a desktop. */
export function DesktopFrame({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const market = useMarketParam();
  const selected = useMarket();
  const { symbols } = selected;
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
        alerts={<AlertBell />}
        onShortcuts={openShortcuts}
      />
      <TroubleBar />
      <UnansweredBar area="account" />
      <GuestBar />
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {children}
      </main>
      <footer className="sticky bottom-0 z-20">
        <MessageLine>
          <MarketLabel market={selected} brief />
          {showsPair === true && <KeyHint />}
        </MessageLine>
      </footer>
    </>
  );
}
