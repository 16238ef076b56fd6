import type { ReactNode } from 'react';
import { paths } from '@/app/paths.ts';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { NavMenu } from './nav-menu.tsx';
import { texts } from './texts.ts';

interface MobileHeaderProps {
  market: string | undefined;
  marketSwitcher: ReactNode;
  connection: ReactNode;
  /** The bell. */
  alerts: ReactNode;
}

const iconLink =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-md text-secondary hover:bg-raised hover:text-primary';

/** One line above a phone's screens: the ways to everywhere, whose prices these are, the connection, the profile. */
export function MobileHeader({ market, marketSwitcher, connection, alerts }: MobileHeaderProps) {
  return (
    <header className="top-bar gap-0">
      <NavMenu market={market} onPhone className="-ml-2.5" />
      <Link href={paths.mobileHome(market)} className="brand mr-0" aria-label="Плечо, главная">
        <span className="max-[419px]:hidden">Плечо</span>
      </Link>
      <div className="flex min-w-0 flex-1">{marketSwitcher}</div>
      {connection}
      {alerts}
      <Link
        href={paths.account(market)}
        className={`${iconLink} -mr-2`}
        aria-label={texts.account}
        title={texts.account}
      >
        <Icon name="person" className="size-5" />
      </Link>
    </header>
  );
}
