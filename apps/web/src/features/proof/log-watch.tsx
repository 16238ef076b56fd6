import { useEffect } from 'react';
import { useToldCheckpoint } from '@/live/index.ts';

/** Once the first screen has nothing better to do. */
const FIRST_MS = 10_000;
const PERIOD_MS = 60_000;

/**
 * Checks once a minute that the log of a market has grown out of what this browser saw of it, as long as the page is
 * looked at. Its code comes with the first check; one that could not be made is made with the next.
 */
export function LogWatch({ market }: { market: string }) {
  const told = useToldCheckpoint();
  useEffect(() => {
    const check = async (): Promise<void> => {
      const head = told();
      if (head === null || document.visibilityState === 'hidden') return;
      // Not by loadCode: nobody waits for it, and it must not load the page again.
      const { checkLog } = await import('./check-log.ts');
      await checkLog(market, { ...head, said: `${market} ${head.size} ${head.root}`, isSigned: false });
    };
    let timer: ReturnType<typeof setTimeout>;
    const round = (): void => {
      check().catch(() => undefined);
      timer = setTimeout(round, PERIOD_MS);
    };
    timer = setTimeout(round, FIRST_MS);
    return () => clearTimeout(timer);
  }, [market, told]);
  return null;
}
