import { backoffMs } from './backoff.ts';

const early = new Set<() => void>();

/** Ends every pause: somebody asks for another attempt now. */
export function endPauses(): void {
  for (const end of early) end();
}

/**
 * Waits before another attempt, longer after each failure. A hidden page waits until it is seen; one
 * that comes into view or back to a network doesn't wait any longer.
 *
 * @param failures attempts that have failed in a row, from 0
 */
export async function pause(failures: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const isHidden = (): boolean => document.visibilityState === 'hidden';
    const end = (): void => {
      clearTimeout(timer);
      early.delete(end);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', end);
      resolve();
    };
    const onVisible = (): void => {
      if (!isHidden()) end();
    };
    const timer = setTimeout(onVisible, backoffMs(failures, Math.random()));
    early.add(end);
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', end);
  });
}
