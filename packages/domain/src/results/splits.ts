import type { ResultTrade } from './trade.ts';

/** What results are told apart by. Hour and weekday are those of the opening, when it was decided to trade. */
export const SPLITS = ['leverage', 'symbol', 'side', 'reason', 'hour', 'weekday'] as const;
export type Split = (typeof SPLITS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 1 January 1970 was a Thursday; weekdays count from Monday, which is 1. */
const THURSDAY = 4;

/** 0 to 23. @param offset of the person's clock from UTC, in minutes */
const hourOf = (time: number, offset: number): number => Math.floor((time + offset * MINUTE) / HOUR) % 24;

/** 1 for Monday to 7 for Sunday. */
const weekdayOf = (time: number, offset: number): number =>
  ((Math.floor((time + offset * MINUTE) / DAY) + THURSDAY - 1) % 7) + 1;

function groupOf(trade: ResultTrade, split: Split, offset: number): string {
  if (split === 'hour') return String(hourOf(trade.openedAt, offset));
  if (split === 'weekday') return String(weekdayOf(trade.openedAt, offset));
  return String(trade[split]);
}

/**
 * The trades of each group, in the order in which they are given; a trade is in exactly one group.
 * @param offset of the person's clock from UTC, in minutes
 */
export function splitBy(trades: readonly ResultTrade[], split: Split, offset = 0): Map<string, ResultTrade[]> {
  const groups = new Map<string, ResultTrade[]>();
  for (const trade of trades) {
    const group = groupOf(trade, split, offset);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [trade]);
    else known.push(trade);
  }
  return groups;
}
