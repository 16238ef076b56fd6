import type { PositionState } from '@plecho/contract';
import {
  averageEntry,
  isAtLiquidation,
  liquidationPrice,
  notionalOf,
  parsePrice,
  parseUsdt,
  tradingFee,
  type Ppm,
  type Price,
  type Usdt,
} from '@plecho/domain';

/** What a position would be with a margin added to it. */
export interface ScaledIn {
  entry: Price;
  /** null for a position that is never liquidated. */
  liquidation: Price | null;
  size: Usdt;
  /** Margin and opening fee. */
  required: Usdt;
  /** The market is at or beyond the new liquidation price: it will be refused. */
  isLiquidated: boolean;
}

/** Where it would be filled, what a close would get then, and the rates of the market. */
export interface ScaleInMarket {
  entry: Price;
  exit: Price;
  takerFee: Ppm;
  maintenance: Ppm;
}

/** The figures of a scale-in before it is sent; the same arithmetic as the server's. */
export function scaleIn(position: PositionState, added: Usdt, market: ScaleInMarket): ScaledIn | null {
  const { type: side, leverage } = position;
  const [held, price] = [parseUsdt(position.amount), parsePrice(position.entryPrice)];
  if (held === null || price === null || added <= 0n) return null;
  const entry = averageEntry(side, { margin: held, price }, { margin: added, price: market.entry });
  const liquidation = liquidationPrice(side, entry, leverage, market.maintenance);
  return {
    entry,
    liquidation,
    size: notionalOf(held + added, leverage),
    required: added + tradingFee(notionalOf(added, leverage), market.takerFee),
    isLiquidated: isAtLiquidation(side, liquidation, market.exit),
  };
}
