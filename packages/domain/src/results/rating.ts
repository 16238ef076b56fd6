import type { Millionths } from './trade.ts';

/** Fewer trades are not rated: luck would lead. */
export const RATED_TRADES = 10;

/** A smaller drawdown counts as this one: otherwise whoever risks nothing at all would lead, and zero could not divide. */
export const LEAST_DRAWDOWN: Millionths = 10_000;

/** Return over maximum drawdown, in hundredths; negative for a loss. */
export const scoreOf = (gained: Millionths, drawdown: Millionths): number =>
  Math.round((gained * 100) / Math.max(drawdown, LEAST_DRAWDOWN));

/** What is rated: of equal scores, the higher return comes first; both equal share a place. */
export interface Rated {
  score: number;
  gained: Millionths;
}

const isEqual = (a: Rated, b: Rated): boolean => a.score === b.score && a.gained === b.gained;

/** Best first, with places from 1; after two who share a place the next one is left out. */
export function rank<T extends Rated>(rated: readonly T[]): (T & { place: number })[] {
  const sorted = [...rated].sort((a, b) => (a.score === b.score ? b.gained - a.gained : b.score - a.score));
  let place = 0;
  return sorted.map((each, n) => {
    const before = sorted[n - 1];
    if (before === undefined || !isEqual(before, each)) place = n + 1;
    return { ...each, place };
  });
}
