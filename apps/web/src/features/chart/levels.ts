import type { Order, PositionState } from '@plecho/contract';
import { checkTriggers, formatPrice, parsePrice, type Price } from '@plecho/domain';
import { chartTexts } from './texts.ts';

const POSITION_LEVELS = ['entry', 'liquidation', 'takeProfit', 'stopLoss', 'trailing'] as const;
type PositionLevelKind = (typeof POSITION_LEVELS)[number];

/** What of an order waits at a price of its own, which can be changed. */
const ORDER_PRICES = ['limitPrice', 'stopPrice', 'takeProfit', 'stopLoss'] as const;
type OrderPrice = (typeof ORDER_PRICES)[number];
export type LevelKind = PositionLevelKind | 'order' | 'orderTakeProfit' | 'orderStopLoss';

interface Line {
  key: string;
  price: Price;
}

/** A horizontal line of an open position. `trailing` moves by itself. */
export interface PositionLevel extends Line {
  kind: PositionLevelKind;
  position: PositionState;
  /** From 1 in the order of opening; null while the position is the only one of the symbol. */
  number: number | null;
}

/** Where a resting order waits for the price, and the levels of the position that it would open. */
export interface OrderLevel extends Line {
  kind: 'order' | 'orderTakeProfit' | 'orderStopLoss';
  order: Order;
  /** What of the order is changed by moving the line; null for one that moves by itself. */
  field: OrderPrice | null;
}

export type PriceLevel = PositionLevel | OrderLevel;

export const isOrderLevel = (level: PriceLevel): level is OrderLevel => 'order' in level;

export const isDraggable = (level: PriceLevel): boolean =>
  isOrderLevel(level) ? level.field !== null : level.kind === 'takeProfit' || level.kind === 'stopLoss';

/** The state that a level is a part of: another object as soon as anything is heard of it. */
export const ownerOf = (level: PriceLevel): PositionState | Order =>
  isOrderLevel(level) ? level.order : level.position;

function levelsOfPosition(position: PositionState, number: number | null): PositionLevel[] {
  const prices: Record<PositionLevelKind, string | null> = {
    entry: position.entryPrice,
    liquidation: position.liquidationPrice,
    takeProfit: position.takeProfit,
    stopLoss: position.stopLoss,
    trailing: position.trailing?.level ?? null,
  };
  return POSITION_LEVELS.flatMap((kind): PositionLevel[] => {
    const text = prices[kind];
    const price = text === null ? null : parsePrice(text);
    return price === null ? [] : [{ key: `${position.id}:${kind}`, kind, position, number, price }];
  });
}

/** The price that an order waits for: its stop comes before its limit; a trailing one has none of its own. */
function waitsFor({ kind, activatedAt }: Order): OrderPrice | null {
  if (kind === 'trailingStop') return null;
  return kind === 'limit' || activatedAt !== null ? 'limitPrice' : 'stopPrice';
}

function levelsOfOrder(order: Order): OrderLevel[] {
  const field = waitsFor(order);
  const line = (kind: OrderLevel['kind'], own: OrderPrice | null, text: string | null): OrderLevel[] => {
    const price = text === null ? null : parsePrice(text);
    const key = kind === 'order' ? `order:${order.id}` : `order:${order.id}:${kind}`;
    return price === null ? [] : [{ key, kind, order, field: own, price }];
  };
  return [
    ...line('order', field, field === null ? order.level : order[field]),
    ...line('orderTakeProfit', 'takeProfit', order.takeProfit),
    ...line('orderStopLoss', 'stopLoss', order.stopLoss),
  ];
}

/** The lines of the positions that are open on `symbol`, newest first, and of the orders that rest on it. */
export function levelsOf(positions: readonly PositionState[], orders: readonly Order[], symbol: string): PriceLevel[] {
  const open = positions.filter((position) => position.symbol === symbol);
  return [
    ...open.flatMap((position, index) => levelsOfPosition(position, open.length > 1 ? open.length - index : null)),
    ...orders.filter((order) => order.symbol === symbol).flatMap(levelsOfOrder),
  ];
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

/** What of the order is changed by moving this line to `price`. */
export const movedOrder = ({ field }: OrderLevel, price: Price): Partial<Record<OrderPrice, string>> =>
  field === null ? {} : { [field]: formatPrice(price) };
