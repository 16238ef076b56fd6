import { exitQuote, trailingLevel } from '@plecho/domain';
import type { PositionState, PriceRecord } from '../commands/batch.ts';
import type { Firing } from '../commands/fire-trigger.ts';

export type LevelReason = Exclude<Extract<Firing, { type: 'close' }>['reason'], 'attemptEnd' | 'marketEnd'>;

/**
 * Why a position closes at a price; null when nothing is reached. Liquidation comes before its own levels, and a stop loss
 * that somebody has put somewhere before the one that follows the price.
 *
 * @param position its trailing stop with the peak of now
 */
export function reasonAt(position: PositionState, { price }: PriceRecord): LevelReason | null {
  const { side, liquidationPrice, stopLoss, takeProfit, trailing } = position;
  const fallen = (level: bigint | null): boolean => level !== null && price <= level;
  const risen = (level: bigint | null): boolean => level !== null && price >= level;
  const [lost, won] = side === 'long' ? [fallen, risen] : [risen, fallen];
  if (lost(liquidationPrice)) return 'liquidation';
  if (lost(stopLoss)) return 'stopLoss';
  if (trailing !== null && lost(trailingLevel(exitQuote(side), trailing.peak.price, trailing))) return 'trailingStop';
  return won(takeProfit) ? 'takeProfit' : null;
}
