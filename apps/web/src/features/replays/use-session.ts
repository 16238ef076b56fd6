import { useEffect, useState } from 'react';
import type { SessionState } from '@plecho/contract';
import { useMarket } from '@/api/queries.ts';
import { useMarketNow, useMarketState } from '@/live/index.ts';

export interface LiveSession extends SessionState {
  /** Of the whole window, 0 to 1. */
  share: number;
}

/** How far a replay has come, 0 to 1. @param startAt seconds, of the market's clock */
export function shareOf({ playhead, end }: Pick<SessionState, 'playhead' | 'end'>, startAt: number): number {
  const length = end - startAt * 1000;
  return length <= 0 ? 1 : Math.min(1, Math.max(0, (playhead - startAt * 1000) / length));
}

/** How the selected market's replay stands, as the server's frames tell; null for any other market. */
export function useSession(): LiveSession | null {
  const market = useMarket();
  const live = useMarketState();
  const now = useMarketNow();
  const told = live?.session ?? market.session;
  if (told === undefined) return null;
  // A frame tells it for the moment; between frames the market's clock goes on.
  const playhead =
    told.state === 'playing' && now !== null ? Math.min(Math.max(told.playhead, now), told.end) : told.playhead;
  const session = { ...told, playhead };
  return { ...session, share: shareOf(session, market.startAt) };
}

/**
 * Whether the replay went on pause while this page was out of sight.
 * @returns it, and what takes it back when somebody here presses a button
 */
export function usePausedAway(state: SessionState['state']): [isAway: boolean, forget: () => void] {
  const [wasAway, setAway] = useState(false);
  useEffect(() => {
    if (state !== 'playing') return;
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') setAway(true);
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [state]);
  return [state === 'paused' && wasAway, () => setAway(false)];
}
