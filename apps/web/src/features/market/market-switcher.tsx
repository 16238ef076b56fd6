import { useLocation } from '@tanstack/react-router';
import type { Market } from '@plecho/contract';
import { paths } from '@/app/paths.ts';
import { useMarket, useMarketParam, useMarkets } from '@/api/queries.ts';
import { isDrillMarket } from '@/lib/drill-market.ts';
import { cx } from '@/lib/class-names.ts';
import { DropdownMenu, menuItemClass } from '@/ui/dropdown-menu.tsx';
import { Icon } from '@/ui/icons.tsx';
import { Link } from '@/ui/link.tsx';
import { MarketBadges } from './market-badges.tsx';
import { MarketLabel } from './market-label.tsx';

const MAX_SHOWN = 8;

/** The same screen in another market, if it has one; a receipt belongs to its own. */
function sameScreen(pathname: string, market: string | undefined): string {
  switch (pathname) {
    case '/mobile/home':
      return paths.mobileHome(market);
    case '/mobile/trade':
      return paths.mobileTrade(undefined, market);
    case '/mobile/assets':
      return paths.mobileAssets(market);
    case '/assets':
      return paths.assets(market);
    case '/history':
      return paths.history(market);
    case '/stats':
      return paths.stats(market);
    case '/watch':
      return paths.watch(market);
    default:
      return pathname.startsWith('/mobile/') ? paths.mobileHome(market) : paths.dashboard(market);
  }
}

/** Those that one can go over to; a personal replay is found among the person's own. */
const isOpen = ({ id, status, main, session }: Market): boolean =>
  main || (status !== 'ended' && (session === undefined || isDrillMarket(id)));

/** Names the selected market and goes over to another one. */
export function MarketSwitcher({ className }: { className?: string }) {
  const selected = useMarket();
  const param = useMarketParam();
  const { pathname } = useLocation();
  const { data: markets = [selected] } = useMarkets();
  const all = markets.some(({ id }) => id === selected.id) ? markets : [selected, ...markets];
  const shown = all.filter((market) => isOpen(market) || market.id === selected.id).slice(0, MAX_SHOWN);
  return (
    <DropdownMenu
      label={`Рынок: ${selected.label}. Сменить`}
      className={cx('min-w-0', className)}
      trigger={
        <>
          <MarketLabel market={selected} brief />
          <Icon name="chevronDown" className="size-3.5" />
        </>
      }
    >
      {shown.map((market) => (
        <Link
          key={market.id}
          href={sameScreen(pathname, market.main ? undefined : market.id)}
          aria-current={market.id === selected.id ? 'true' : undefined}
          className={menuItemClass}
        >
          <Icon name="check" className={market.id === selected.id ? 'text-accent' : 'invisible'} />
          <span className="flex min-w-0 flex-col gap-1">
            <MarketLabel market={market} className="max-w-64" />
            {market.title !== market.label && <span className="block text-xs text-muted">{market.title}</span>}
            <MarketBadges market={market} />
          </span>
        </Link>
      ))}
      <div className="my-1 border-t border-hairline" />
      <Link href={paths.marketPage(selected.id, param)} className={menuItemClass}>
        <Icon name="chevronRight" />
        Рецепт и правила этого рынка
      </Link>
      <Link href={paths.markets(param)} className={menuItemClass}>
        <Icon name="info" />
        Все рынки и их рецепты
      </Link>
    </DropdownMenu>
  );
}
