import { mustLiquidate, trailingStopAt } from './formulas.ts';
import type { SeenCommand, SeenRecord, SeenRules, SeenTrail } from './observations.ts';
import { entryAt, exitAt, exitFrom } from './quotes.ts';

interface Opening extends Pick<SeenCommand, 'side' | 'leverage' | 'margin'> {
  limitPrice?: bigint | null | undefined;
  stopPrice?: bigint | null | undefined;
  callback?: SeenTrail | null | undefined;
}

/**
 * Whether what a command opens, at once or as an order, may have been refused for being liquidated by what closing it gets
 * at the same moment.
 * @param records that were the newest of the pair while it was decided
 */
export function isOpenedAtLiquidation(
  { symbol, side, leverage, margin = 1_000_000n, limitPrice, stopPrice, callback }: Opening & { symbol: string },
  records: readonly SeenRecord[],
  rules: SeenRules,
): boolean {
  if (side === undefined || leverage === undefined) return rules.spreads.size > 0;
  const isOver = (entryPrice: bigint, exit: bigint): boolean =>
    mustLiquidate({ side, leverage, margin, entryPrice }, exit, rules);
  const across = (entry: bigint): boolean => isOver(entry, exitFrom(entry, side, symbol, rules));
  const ofOrder = [limitPrice, stopPrice].filter((level) => typeof level === 'bigint' && level > 0n) as bigint[];
  return (
    ofOrder.some(across) ||
    records.some((record) => {
      const entry = entryAt(record, side, rules).price;
      const levels = callback == null ? [] : [trailingStopAt(side === 'long', entry, callback)];
      return isOver(entry, exitAt(record, side, rules).price) || levels.some((level) => level > 0n && across(level));
    })
  );
}
