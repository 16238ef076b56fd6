import type { Usdt } from './decimal.ts';
import type { UserBook } from './ledger.ts';
import { profitAndLossBasisPoints } from './pnl.ts';

/** What an account amounts to at the newest prices. Everything but `total` may be negative. */
export interface AccountWorth {
  /** All of its books, open positions at their margin. */
  total: Usdt;
  /** total + pnl. */
  equity: Usdt;
  /** Of the open positions. */
  pnl: Usdt;
  /** Realised since the season's start, plus pnl. */
  totalPnl: Usdt;
  /** pnl in hundredths of a percent of the equity; 0 when there is no equity. */
  pnlBp: bigint;
  /** totalPnl in hundredths of a percent of the equity; 0 when there is no equity. */
  totalPnlBp: bigint;
}

/** All of an account's books: what is on its way out is of it until it has left. */
export const totalOf = ({ available, orders, margin, locked }: Readonly<Record<UserBook, Usdt>>): Usdt =>
  available + orders + margin + locked;

/** @param pnl of all open positions; one without a price counts as zero */
export function accountWorth(account: Readonly<Record<UserBook | 'realisedPnl', Usdt>>, pnl: Usdt): AccountWorth {
  const { realisedPnl } = account;
  const total = totalOf(account);
  const equity = total + pnl;
  const totalPnl = realisedPnl + pnl;
  const ofEquity = (amount: Usdt): bigint => (equity > 0n ? profitAndLossBasisPoints(amount, equity) : 0n);
  return { total, equity, pnl, totalPnl, pnlBp: ofEquity(pnl), totalPnlBp: ofEquity(totalPnl) };
}
