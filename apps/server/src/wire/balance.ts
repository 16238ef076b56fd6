import type { Balance } from '@plecho/contract';
import { accountWorth, formatUsdt, profitAndLoss } from '@plecho/domain';
import type { MarketView } from '../engine/market-port.ts';
import type { AccountView } from '../queries/ports.ts';
import { formatPercent, toWireBalances } from './trading.ts';

/** Balance of an account at the newest prices; a position whose symbol has none counts as flat. */
export function readBalance(market: MarketView, { account, positions }: AccountView): Balance {
  let pnl = 0n;
  for (const position of positions) {
    const record = market.lastRecord(position.symbol);
    if (record !== null) pnl += profitAndLoss(position, record.price);
  }
  const { total, equity, totalPnl, pnlBp } = accountWorth(account, pnl);
  const { available, inPositions, inOrders, locked } = toWireBalances(account);
  return {
    market: market.id,
    season: account.season,
    total: formatUsdt(total),
    available,
    inPositions,
    inOrders,
    locked,
    equity: formatUsdt(equity),
    pnl: formatUsdt(pnl),
    totalPnL: formatUsdt(totalPnl),
    pnlPercent: formatPercent(pnlBp),
  };
}
