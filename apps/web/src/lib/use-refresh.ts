import { useEffect, useEffectEvent } from 'react';

/** Blocks of the practice network come every few seconds. */
const REFRESH_MS = 4_000;

/** Asks again every few seconds while there is something to wait for. */
export function useRefresh(isWaiting: boolean, ask: () => unknown): void {
  const again = useEffectEvent(() => {
    void ask();
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => again(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
