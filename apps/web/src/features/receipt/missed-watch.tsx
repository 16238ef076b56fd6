import { useEffect, useEffectEvent, useRef } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Trade } from '@plecho/contract';
import { useMarket, useSession } from '@/api/queries.ts';
import { tradesQuery } from '@/api/trades.ts';
import { keep, readKept } from '@/lib/storage.ts';
import { useAccount } from '@/live/index.ts';
import { isTold, missedOf, NOTHING_TOLD, ofAbsence, type Told } from './missed-closes.ts';

/** So many trades are read: more than are told one by one. */
const NEWEST = 20;

interface MissedWatchProps {
  /** Closes to be told, newest first, and whether there are others. */
  onMissed: (trades: readonly Trade[], hasMore: boolean) => void;
}

/**
 * Notices what closed while the stream was not heard: it tells what an account is then, not how it came to that. So the
 * newest trades are read when the page is opened, and anew after each snapshot, as every list of trades is. What was told
 * is kept in this browser when somebody can have seen it. Draws nothing.
 */
export function MissedWatch({ onMissed }: MissedWatchProps) {
  const { id: market } = useMarket();
  const { user } = useSession();
  const { recentTrades } = useAccount();
  // Also when it was read just now, before this screen heard the stream.
  const { data } = useInfiniteQuery({ ...tradesQuery(market, { limit: NEWEST }), refetchOnMount: 'always' });
  const newest = data?.pages[0]?.items;
  const key = `told-closes:${user?.id ?? ''}:${market}`;
  const told = useRef<Told | null>(null);
  const tell = useEffectEvent(() => {
    const before = told.current ?? readKept(key, NOTHING_TOLD, isTold);
    const after = missedOf(
      before,
      newest,
      recentTrades.map(({ id }) => id),
    );
    told.current = after.told;
    const { each, hasMore } = ofAbsence(after.missed);
    if (after.missed.length > 0) onMissed(each, hasMore);
  });
  const remember = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && told.current !== null) keep(key, told.current);
  });
  useEffect(() => {
    tell();
    remember();
  }, [newest, recentTrades]);
  useEffect(() => {
    const onVisible = (): void => remember();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  return null;
}
