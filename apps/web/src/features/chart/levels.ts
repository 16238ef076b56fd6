import type { Order, PositionState } from '@plecho/contract';
import { checkTriggers, formatPrice, parsePrice, type Price } from '@plecho/domain';
import { chartTexts } from './texts.ts';

const POSITION_LEVELS = ['entry', 'liquidation', 'takeProfit', 'stopLoss'] as const;
type PositionLevelKind = (typeof POSITION_LEVELS)[number];
export type LevelKind = PositionLevelKind | 'order';

interface Line {
  key: string;
  price: Price;
}

/** A horizontal line of an open position. */
export interface PositionLevel extends Line {
  kind: PositionLevelKind;
  position: PositionState;
  /** From 1 in the order of opening; null while the position is the only one of the symbol. */
  number: number | null;
}

/** Where a resting order waits for the price. */
export interface OrderLevel extends Line {
  kind: 'order';
  order: Order;
}

export type PriceLevel = PositionLevel | OrderLevel;

export const isDraggable = ({ kind }: PriceLevel): boolean => kind === 'takeProfit' || kind === 'stopLoss';

function levelsOfPosition(position: PositionState, number: number | null): PositionLevel[] {
  const prices: Record<PositionLevelKind, string | null> = {
    entry: position.entryPrice,
    liquidation: position.liquidationPrice,
    takeProfit: position.takeProfit,
    stopLoss: position.stopLoss,
  };
  return POSITION_LEVELS.flatMap((kind): PositionLevel[] => {
    const text = prices[kind];
    const price = text === null ? null : parsePrice(text);
    return price === null ? [] : [{ key: `${position.id}:${kind}`, kind, position, number, price }];
  });
}

/** The lines of the positions that are open on `symbol`, newest first, and of the orders that rest on it. */
export function levelsOf(positions: readonly PositionState[], orders: readonly Order[], symbol: string): PriceLevel[] {
  const open = positions.filter((position) => position.symbol === symbol);
  return [
    ...open.flatMap((position, index) => levelsOfPosition(position, open.length > 1 ? open.length - index : null)),
    ...orders.flatMap((order): OrderLevel[] => {
      const price = order.symbol === symbol ? parsePrice(order.limitPrice) : null;
      return price === null ? [] : [{ key: `order:${order.id}`, kind: 'order', order, price }];
    }),
  ];
}

/** A pointer's price, which is a float, as a price of the pair's tick. null below the first tick. */
export function snapToTick(value: number, priceDecimals: number): Price | null {
  const price = Number.isFinite(value) && value > 0 ? parsePrice(value.toFixed(priceDecimals)) : null;
  return price === null || price <= 0n ? null : price;
}

/** Why a level may not be dropped at `price`; null when it may. `market` is the price now. */
export function dropRefusal(level: PositionLevel, price: Price, market: Price): string | null {
  const { type, liquidationPrice } = level.position;
  const liquidation = liquidationPrice === null ? null : parsePrice(liquidationPrice);
  const [takeProfit, stopLoss] = level.kind === 'takeProfit' ? [price, null] : [null, price];
  const refusal = checkTriggers(type, market, takeProfit, stopLoss, liquidation);
  return refusal === null ? null : chartTexts.dropRefused[refusal];
}

/** Both triggers of the position with this level moved to `price`. */
export function movedTriggers(
  level: PositionLevel,
  price: Price,
): { takeProfit: string | null; stopLoss: string | null } {
  const { takeProfit, stopLoss } = level.position;
  const text = formatPrice(price);
  return level.kind === 'takeProfit' ? { takeProfit: text, stopLoss } : { takeProfit, stopLoss: text };
}
