import { useCallback, useState, useSyncExternalStore } from 'react';
import type { PositionState } from '@plecho/contract';
import { useLive } from './context.tsx';
import { accountTotals, openPnl, positionFigures, type AccountTotals, type PositionFigures } from './figures.ts';
import type { AccountState } from './account-store.ts';
import type { LiveMarket } from './live-market.ts';
import { exitQuote } from './ticker-store.ts';
import { useStalest, useTicker } from './tickers.ts';

export type { AccountState, Balances } from './account-store.ts';
export type { AccountTotals, PositionFigures } from './figures.ts';

/** The person's account in the selected market. */
export function useAccount(): AccountState {
  const { account } = useLive();
  return useSyncExternalStore(account.listen, account.get);
}

/** What an open position is worth if it were closed now. */
export function usePositionFigures(position: PositionState): PositionFigures {
  const ticker = useTicker(position.symbol);
  return positionFigures(position, ticker === undefined ? undefined : exitQuote(ticker, position.type));
}

/** Remembers the last totals, so that they keep their identity while nothing changes. */
function totalsOf({ account, tickers }: LiveMarket): () => AccountTotals {
  let from: AccountState | null = null;
  let totals: AccountTotals | null = null;
  return () => {
    const state = account.get();
    const pnl = openPnl(state.positions, (symbol) => tickers.get(symbol));
    if (totals === null || from !== state || totals.pnl !== pnl) totals = accountTotals(state.balances, pnl);
    from = state;
    return totals;
  };
}

/** The sums of the account at the newest prices. @param isFollowed whether every new price is wanted */
export function useAccountTotals(isFollowed = true): AccountTotals {
  const live = useLive();
  const [read] = useState(() => totalsOf(live));
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!isFollowed) return () => undefined;
      const leaveAccount = live.account.listen(listener);
      const leaveTickers = live.tickers.listenToAll(listener);
      return () => {
        leaveAccount();
        leaveTickers();
      };
    },
    [live, isFollowed],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Of the pairs of open positions the one whose price is the oldest, when the totals are not live for it; else null. */
export function useStalestPosition(): string | null {
  const { positions } = useAccount();
  return useStalest(positions.map(({ symbol }) => symbol));
}
