import type { PositionState } from '@plecho/contract';
import { checkTriggers, formatPrice, parsePrice, type Price } from '@plecho/domain';
import { chartTexts } from './texts.ts';

export const LEVEL_KINDS = ['entry', 'liquidation', 'takeProfit', 'stopLoss'] as const;
export type LevelKind = (typeof LEVEL_KINDS)[number];

/** A horizontal line of an open position. */
export interface PriceLevel {
  key: string;
  kind: LevelKind;
  position: PositionState;
  price: Price;
}

export const isDraggable = (level: PriceLevel): boolean => level.kind === 'takeProfit' || level.kind === 'stopLoss';

/** The lines of the positions that are open on `symbol`. */
export function levelsOf(positions: readonly PositionState[], symbol: string): PriceLevel[] {
  return positions
    .filter((position) => position.symbol === symbol)
    .flatMap((position) => {
      const prices: Record<LevelKind, string | null> = {
        entry: position.entryPrice,
        liquidation: position.liquidationPrice,
        takeProfit: position.takeProfit,
        stopLoss: position.stopLoss,
      };
      return LEVEL_KINDS.flatMap((kind): PriceLevel[] => {
        const text = prices[kind];
        const price = text === null ? null : parsePrice(text);
        return price === null ? [] : [{ key: `${position.id}:${kind}`, kind, position, price }];
      });
    });
}

/** A pointer's price, which is a float, as a price of the pair's tick. null below the first tick. */
export function snapToTick(value: number, priceDecimals: number): Price | null {
  const price = Number.isFinite(value) && value > 0 ? parsePrice(value.toFixed(priceDecimals)) : null;
  return price === null || price <= 0n ? null : price;
}

/** Why a level may not be dropped at `price`; null when it may. `market` is the price now. */
export function dropRefusal(level: PriceLevel, price: Price, market: Price): string | null {
  const { type, liquidationPrice } = level.position;
  const liquidation = liquidationPrice === null ? null : parsePrice(liquidationPrice);
  const [takeProfit, stopLoss] = level.kind === 'takeProfit' ? [price, null] : [null, price];
  const refusal = checkTriggers(type, market, takeProfit, stopLoss, liquidation);
  return refusal === null ? null : chartTexts.dropRefused[refusal];
}

/** Both triggers of the position with this level moved to `price`. */
export function movedTriggers(level: PriceLevel, price: Price): { takeProfit: string | null; stopLoss: string | null } {
  const { takeProfit, stopLoss } = level.position;
  const text = formatPrice(price);
  return level.kind === 'takeProfit' ? { takeProfit: text, stopLoss } : { takeProfit, stopLoss: text };
}
