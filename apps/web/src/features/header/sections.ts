import { useLocation } from '@tanstack/react-router';
import { paths } from '@/app/paths.ts';
import { texts } from './texts.ts';

export interface Section {
  label: string;
  href: string;
  isHere: boolean;
}

/**
 * The places of the product. On a phone those that it has of its own.
 * @param market as links carry it on
 */
export function useSections(market: string | undefined, onPhone: boolean): Record<SectionName, Section> {
  const { pathname } = useLocation();
  const section = (label: string, href: string): Section => {
    const path = href.replace(/\?.*/, '');
    return { label, href, isHere: pathname === path || pathname.startsWith(`${path}/`) };
  };
  return {
    trade: section(texts.trade, onPhone ? paths.mobileTrade(undefined, market) : paths.dashboard(market)),
    history: section(texts.history, paths.history(market)),
    stats: section(texts.stats, paths.stats(market)),
    assets: section(texts.assets, onPhone ? paths.mobileAssets(market) : paths.assets(market)),
    watch: section(texts.watch, paths.watch(market)),
    markets: section(texts.markets, paths.markets(market)),
    classes: section(texts.classes, paths.classes(market)),
    learn: section(texts.learn, paths.learn(market)),
    deposit: section(texts.deposit, onPhone ? paths.mobileDeposit({ from: market }) : paths.deposit({ from: market })),
    withdraw: section(
      texts.withdraw,
      onPhone ? paths.mobileWithdraw({ from: market }) : paths.withdraw({ from: market }),
    ),
    account: section(texts.account, paths.account(market)),
    log: section(texts.log, paths.log()),
    network: section(texts.network, paths.network()),
    help: section(texts.help, paths.help()),
    safety: section(texts.safety, paths.safety()),
  };
}

export type SectionName =
  | 'trade'
  | 'history'
  | 'stats'
  | 'assets'
  | 'watch'
  | 'markets'
  | 'classes'
  | 'learn'
  | 'deposit'
  | 'withdraw'
  | 'account'
  | 'log'
  | 'network'
  | 'help'
  | 'safety';
