import type { ReactNode } from 'react';
import { useMarket } from '@/api/queries.ts';
import { StaleBadge } from '@/features/connection/stale-badge.tsx';
import { useMarketState, useStalest, useStalestPosition } from '@/live/index.ts';

const BITCOIN = 'BTCUSDT';

/** How far the figures of an account are live. */
export interface StaleAssets {
  /** Whether the PnL of what is open is at prices that are too old. */
  isStale: boolean;
  /** The age of the oldest price behind the figures, while it is too old. */
  age: ReactNode;
}

/** Open positions are looked at first, then bitcoin, which the total is written in as well. */
export function useStaleAssets(): StaleAssets {
  const market = useMarket();
  const { status } = useMarketState() ?? market;
  const position = useStalestPosition();
  const bitcoin = useStalest(market.symbols.includes(BITCOIN) ? [BITCOIN] : []);
  const oldest = position ?? bitcoin;
  // A market that is over has its last prices, and nothing to wait for.
  const hasAge = oldest !== null && status !== 'ended';
  return { isStale: position !== null, age: hasAge ? <StaleBadge symbol={oldest} /> : null };
}
