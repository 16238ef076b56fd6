import type { Balance } from '@plecho/contract';
import { accountWorth, formatUsdt, profitAndLoss } from '@plecho/domain';
import type { AccountView, PriceRecord } from '../commands/batch.ts';
import type { MarketDefinition } from '../engine/market-definition.ts';
import { closingPriceOf, formatPercent, toWireBalances } from './trading.ts';

/** @param prices newest ones by symbol; a position whose symbol has none counts as flat */
export function toWireBalance(
  { id: market, rules }: Pick<MarketDefinition, 'id' | 'rules'>,
  { account, positions }: AccountView,
  prices: ReadonlyMap<string, PriceRecord>,
): Balance {
  let pnl = 0n;
  for (const position of positions) {
    const price = closingPriceOf(position, prices, rules);
    if (price !== null) pnl += profitAndLoss(position, price);
  }
  const { total, equity, totalPnl, pnlBp } = accountWorth(account, pnl);
  const { available, inPositions, inOrders, locked, attempt } = toWireBalances(account);
  return {
    market,
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
    attempt,
  };
}
