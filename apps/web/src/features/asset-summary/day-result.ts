import type { Trade } from '@plecho/contract';
import { divide, ONE_PRICE, parseUsdt, type Price, type Usdt } from '@plecho/domain';

/** What of a closed trade the day's result depends on. */
export type ClosedTrade = Pick<Trade, 'pnl' | 'fee' | 'closeTime'>;

const net = ({ pnl, fee }: ClosedTrade): Usdt => (parseUsdt(pnl) ?? 0n) - (parseUsdt(fee) ?? 0n);

/** Seconds since the epoch of the local midnight before `nowMs`. */
export function startOfLocalDay(nowMs: number): number {
  const day = new Date(nowMs);
  day.setHours(0, 0, 0, 0);
  return Math.floor(day.getTime() / 1000);
}

/**
 * Result of the day: what the trades closed since `midnight` (seconds) changed in the account,
 * fees included, plus the PnL of what is open.
 */
export function dayResult(trades: readonly ClosedTrade[], midnight: number, openPnl: Usdt): Usdt {
  return trades.reduce((sum, trade) => (trade.closeTime >= midnight ? sum + net(trade) : sum), openPnl);
}

/** `part` in hundredths of a percent of `total`, floored; 0 of a total of 0. */
export function shareOfTotal(part: Usdt, total: Usdt): bigint {
  return total > 0n ? divide(part * 10_000n, total, 'floor') : 0n;
}

/** `total` in satoshi (0.00000001 BTC) at `btcPrice`, floored; null without a price. */
export function btcEquivalent(total: Usdt, btcPrice: Price | null): bigint | null {
  if (btcPrice === null || btcPrice <= 0n) return null;
  // USDT has 6 decimals, a price 8 and the answer 8: total/10^6 ÷ price/10^8 × 10^8.
  return divide(total * ONE_PRICE * 100n, btcPrice, 'floor');
}
