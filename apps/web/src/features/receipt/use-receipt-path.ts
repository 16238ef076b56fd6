import { useQuery } from '@tanstack/react-query';
import type { Candle, Trade } from '@plecho/contract';
import { fetchCandles } from '@/api/candles.ts';
import { lifeExtremes, receiptWindow, type Extremes, type ReceiptWindow } from './receipt-path.ts';

export interface ReceiptPath {
  window: ReceiptWindow;
  /** [] while loading, or when the market no longer keeps candles of that time. */
  candles: readonly Candle[];
  extremes: Extremes | null;
  status: 'pending' | 'error' | 'success';
}

/** The candles around a trade's life. */
export function useReceiptPath(trade: Trade): ReceiptPath {
  const window = receiptWindow(trade.openTime, trade.closeTime);
  const { data, status } = useQuery({
    queryKey: ['receipt-candles', trade.market, trade.symbol, window.interval, window.from, window.to],
    queryFn: () =>
      fetchCandles({
        market: trade.market,
        symbol: trade.symbol,
        interval: window.interval,
        limit: window.limit,
        // Candles after the exit come to be while the receipt is open; the next look shows them.
        before: window.to,
      }),
    staleTime: 60_000,
  });
  const candles = (data?.items ?? []).filter((candle) => candle.time >= window.from);
  return { window, candles, extremes: lifeExtremes(trade, candles, window.interval), status };
}
