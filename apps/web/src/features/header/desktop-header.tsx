import { useState, type ReactNode } from 'react';
import type { User } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { Button, buttonClass } from '@/ui/button.tsx';
import { GuestLeaving } from '@/ui/guest-leaving.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { NavLinks } from './nav-links.tsx';
import { NavMenu } from './nav-menu.tsx';
import { texts } from './texts.ts';
import { useSignOut } from './use-sign-out.ts';

interface DesktopHeaderProps {
  user: User;
  /** As links carry it on. */
  market: string | undefined;
  /** Names the market and switches it. */
  marketSwitcher: ReactNode;
  /** The selected pair, on screens that have one. */
  summary: ReactNode;
  connection: ReactNode;
  /** The bell. */
  alerts: ReactNode;
  onShortcuts: () => void;
}

export function DesktopHeader(props: DesktopHeaderProps) {
  const { user, market, marketSwitcher, summary, connection, alerts, onShortcuts } = props;
  const { signOut, pending } = useSignOut();
  const [isAsking, setAsking] = useState(false);
  const isGuest = user.phone === null;
  return (
    <header className="top-bar max-[26rem]:gap-0">
      <NavMenu market={market} className="-ml-2 mr-1 lg:hidden" />
      <Link href={paths.dashboard(market)} className="brand">
        <span className="max-[30rem]:sr-only">Плечо</span>
      </Link>
      {marketSwitcher}
      <NavLinks market={market} />
      {/* The name of a market may take two lines; a price is never cut. */}
      <div className="shrink-0 grow">{summary}</div>
      {connection}
      <div className="ml-1 hidden items-center gap-1 md:flex">
        <Link href={paths.deposit({ from: market })} className={buttonClass('secondary', 'sm')}>
          {texts.deposit}
        </Link>
        <Link href={paths.withdraw({ from: market })} className={buttonClass('ghost', 'sm')}>
          {texts.withdraw}
        </Link>
      </div>
      {alerts}
      <AccountMenu user={user} market={market} onShortcuts={onShortcuts} />
      <Button
        variant="ghost"
        size="sm"
        pending={pending}
        onClick={isGuest ? () => setAsking(true) : signOut}
        className="max-2xl:px-1.5"
      >
        <Icon name="signOut" />
        <span className="max-2xl:sr-only">{texts.signOut}</span>
      </Button>
      {isGuest && <GuestLeaving open={isAsking} onClose={() => setAsking(false)} onLeave={signOut} pending={pending} />}
    </header>
  );
}
