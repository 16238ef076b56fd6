import { homePath, paths, type MoneyQuery } from './paths.ts';

/** What of an address goes on to another screen. */
interface Carried extends MoneyQuery {
  market?: string | undefined;
  symbol?: string | undefined;
}

/** Of a screen of practice money, which is the main market's: any other was left for it. */
export const moneyQuery = ({ market, payment, from = market }: Carried): MoneyQuery => ({ payment, from });

/** Screens that a phone has of its own. */
const MOBILE = new Map<string, (carried: Carried) => string>([
  [
    paths.dashboard(),
    ({ market, symbol }) => (symbol === undefined ? paths.mobileHome(market) : paths.mobileTrade(symbol, market)),
  ],
  [paths.deposit(), (carried) => paths.mobileDeposit(moneyQuery(carried))],
  [paths.withdraw(), (carried) => paths.mobileWithdraw(moneyQuery(carried))],
  [paths.assets(), ({ market }) => paths.mobileAssets(market)],
]);

/**
 * Where a path leads on this kind of device.
 * @param known whether the application has such a path
 * @returns null when it leads where it says
 */
export function redirectOf(pathname: string, isMobile: boolean, known: boolean, carried: Carried = {}): string | null {
  if (pathname === '/' || !known) return homePath(isMobile, carried.market);
  return isMobile ? (MOBILE.get(pathname)?.(carried) ?? null) : null;
}
