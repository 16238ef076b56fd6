import { homePath } from './paths.ts';

/**
 * Where a path leads on this kind of device.
 * @param known whether the application has such a path
 * @returns null when it leads where it says
 */
export function redirectOf(pathname: string, isMobile: boolean, known: boolean, market?: string): string | null {
  if (pathname === '/' || !known) return homePath(isMobile, market);
  return isMobile && pathname === '/dashboard' ? homePath(true, market) : null;
}
