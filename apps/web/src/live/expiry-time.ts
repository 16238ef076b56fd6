import { useMarketTime } from '@/api/market-time.ts';
import { expiresAt, type Expiry } from '@/lib/expiry.ts';
import { useMarketNow } from './tickers.ts';

/** When an order that is sent now would end, by the market's clock and in its words; null for never. */
export function useExpiryTime(expiry: Expiry): string | null {
  const now = useMarketNow();
  const time = useMarketTime();
  const until = now === null ? null : expiresAt(expiry, Math.floor(now / 1000));
  return until === null ? null : time.full(until);
}
