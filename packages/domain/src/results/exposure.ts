import type { Millionths, ResultTrade } from './trade.ts';

export interface TimeInPositions {
  /** Milliseconds with at least one position. */
  held: number;
  /** Milliseconds from the first opening to the last close. */
  span: number;
}

/** Of the time between the first opening and the last close: how much of it there was a position. */
export function timeInPositions(trades: readonly Pick<ResultTrade, 'openedAt' | 'closedAt'>[]): TimeInPositions {
  const sorted = [...trades].sort((a, b) => a.openedAt - b.openedAt);
  const first = sorted[0];
  if (first === undefined) return { held: 0, span: 0 };
  let [held, until] = [0, first.openedAt];
  for (const { openedAt, closedAt } of sorted) {
    held += Math.max(0, closedAt - Math.max(openedAt, until));
    until = Math.max(until, closedAt);
  }
  return { held, span: until - first.openedAt };
}

/** null when everything happened at one moment. */
export const shareHeld = ({ held, span }: TimeInPositions): Millionths | null =>
  span === 0 ? null : Math.round((held / span) * 1_000_000);
