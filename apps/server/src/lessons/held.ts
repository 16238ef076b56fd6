import type { CloseReason, Price, Side, Usdt } from '@plecho/domain';
import type { PositionState, TradeState } from '../commands/batch.ts';

/** A position with what was closed of it: as it was when it was whole. Times are ms by the market's clock. */
export interface Held {
  id: bigint;
  side: Side;
  leverage: number;
  notional: Usdt;
  entryPrice: Price;
  stopLoss: Price | null;
  takeProfit: Price | null;
  /** It was opened by an order that had rested. */
  rested: boolean;
  openedAt: number;
  /** Of the newest part that was closed; null while nothing was. */
  close: { at: number; price: Price; reason: CloseReason } | null;
  isOpen: boolean;
}

const fromPosition = (position: PositionState): Held => ({
  ...{ id: position.id, side: position.side, leverage: position.leverage, notional: position.notional },
  ...{ entryPrice: position.entryPrice, takeProfit: position.takeProfit, rested: position.maker },
  ...{ stopLoss: position.initialStopLoss, openedAt: position.openedAt, close: null, isOpen: true },
});

const fromTrade = (trade: TradeState): Held => ({
  ...{ id: trade.positionId, side: trade.side, leverage: trade.leverage, notional: 0n },
  ...{ entryPrice: trade.entryPrice, takeProfit: trade.takeProfit, rested: trade.maker },
  ...{ stopLoss: trade.initialStopLoss, openedAt: trade.openedAt, close: null, isOpen: false },
});

/** @param trades newest first @returns newest first */
export function heldOf(positions: readonly PositionState[], trades: readonly TradeState[]): Held[] {
  const found = new Map(positions.map((position) => [position.id, fromPosition(position)]));
  for (const trade of trades) {
    const held = found.get(trade.positionId) ?? fromTrade(trade);
    const close = held.close ?? { at: trade.closedAt, price: trade.exitPrice, reason: trade.reason };
    found.set(held.id, { ...held, close, notional: held.notional + trade.notional });
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}
