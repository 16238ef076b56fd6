import type { Trade } from '@plecho/contract';
import type { Price, Usdt } from '@plecho/domain';
import { useMarket } from '@/api/queries.ts';
import { dayResult, startOfLocalDay } from '@/features/asset-summary/day-result.ts';
import { useHiddenAmounts } from '@/features/asset-summary/use-hidden-amounts.ts';
import { useAccount, useAccountTotals, useMarketNow, useTicker, type AccountTotals } from '@/live/index.ts';
import { useClosedTrades } from './use-closed-trades.ts';

const BITCOIN = 'BTCUSDT';

export interface Assets {
  /** null while the account is not known. */
  totals: AccountTotals | null;
  /** Result of the day by the market's clock; null while its trades are not known. */
  day: Usdt | null;
  /** null before its first price; undefined where the market has no BTCUSDT. */
  btcPrice: Price | null | undefined;
  trades: readonly Trade[];
  /** False while they are being asked for the first time. */
  tradesKnown: boolean;
  tradesFailed: boolean;
  retryTrades: () => void;
  hidden: boolean;
  toggleHidden: () => void;
}

/** What the home and the assets screen show of the account in the selected market. */
export function useAssets(): Assets {
  const { symbols } = useMarket();
  const { loaded } = useAccount();
  const totals = useAccountTotals();
  const now = useMarketNow();
  const bitcoin = useTicker(BITCOIN);
  const [hidden, toggleHidden] = useHiddenAmounts();
  const midnight = now === null ? Infinity : startOfLocalDay(now);
  const { trades, status, retry } = useClosedTrades(midnight);
  const known = loaded && now !== null && status === 'success';
  return {
    totals: loaded ? totals : null,
    day: known ? dayResult(trades, midnight, totals.pnl) : null,
    btcPrice: symbols.includes(BITCOIN) ? (bitcoin?.last ?? null) : undefined,
    trades,
    tradesKnown: status !== 'pending',
    tradesFailed: status === 'error',
    retryTrades: retry,
    hidden,
    toggleHidden,
  };
}
