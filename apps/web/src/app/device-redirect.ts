import { homePath, paths } from './paths.ts';

/** Screens that a phone has of its own. */
const MOBILE = new Map<string, (market: string | undefined) => string>([
  [paths.dashboard(), (market) => paths.mobileHome(market)],
  [paths.deposit(), () => paths.mobileDeposit()],
  [paths.withdraw(), () => paths.mobileWithdraw()],
  [paths.assets(), (market) => paths.mobileAssets(market)],
]);

/**
 * Where a path leads on this kind of device.
 * @param known whether the application has such a path
 * @returns null when it leads where it says
 */
export function redirectOf(pathname: string, isMobile: boolean, known: boolean, market?: string): string | null {
  if (pathname === '/' || !known) return homePath(isMobile, market);
  return isMobile ? (MOBILE.get(pathname)?.(market) ?? null) : null;
}
