/** One line of bench/results.json. */
export interface Result {
  name: string;
  value: number;
  unit: string;
  /** The raw ceiling measured in the same run; null where the target is absolute. */
  ceiling: number | null;
  /** value / ceiling, or ceiling / value where less is better; null without a ceiling. */
  ratio: number | null;
  target: string;
  met: boolean;
  note: string;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest-rank percentile. @throws RangeError on an empty list */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no values');
  return value;
}

/**
 * Of two that were measured in turn: the median of what each round has beside the same round of the other. A machine that is
 * slower for a while is so for both.
 */
export const pairedRatio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, n) => value / (others[n] ?? Number.NaN)));

/** For a row's note: how many rounds stand behind it, and how far they lie apart. */
export function spread(values: readonly number[], digits = 2): string {
  return `${values.length} rounds from ${round(Math.min(...values), digits)} to ${round(Math.max(...values), digits)}`;
}

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** A result with where and when it was measured: a run of some cases leaves the others as they were. */
export interface Measured extends Result {
  date: string;
  machine: string;
}

/** The form of bench/results.json. */
export interface Report {
  results: Measured[];
}
