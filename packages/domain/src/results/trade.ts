import type { Usdt } from '../decimal.ts';
import type { Side } from '../pnl.ts';
import type { CloseReason } from '../realise.ts';

/** What statistics need of a trade. Times are milliseconds by the market's own clock. */
export interface ResultTrade {
  /** PnL less fees, with funding: what it did to the balance. */
  net: Usdt;
  margin: Usdt;
  leverage: number;
  side: Side;
  symbol: string;
  reason: CloseReason;
  openedAt: number;
  closedAt: number;
  /** Thousandths of R; null where nothing is known to have been at risk. */
  r: number | null;
}

/** A share from 0 to 1, a float: statistics of counts, never money. */
export type Share = number;

/** Millionths of a whole as an integer; a return may be negative. */
export type Millionths = number;
