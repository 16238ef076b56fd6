import type { Trade } from '@plecho/contract';

/** Closes that nobody asked for at that moment: they are shown without being asked for. */
export const isAutomatic = (trade: Trade): boolean => trade.reason !== 'user';

/** Adds trades to those waiting to be shown, each once, in the order they closed. */
export function enqueue(waiting: readonly Trade[], arrived: readonly Trade[]): readonly Trade[] {
  const known = new Set(waiting.map(({ id }) => id));
  const added = arrived.filter(({ id }) => !known.has(id)).toReversed();
  return added.length === 0 ? waiting : [...waiting, ...added];
}

/**
 * Which automatic closes open their receipt by themselves: a liquidation always does, the others
 * only when they interrupt nothing.
 */
export function opensItself(trade: Trade, isBusy: boolean): boolean {
  return trade.reason === 'liquidation' || !isBusy;
}
