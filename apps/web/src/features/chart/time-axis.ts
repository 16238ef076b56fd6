/** Where the bars of a chart are, and how far they are apart. */
interface Axis {
  /** Ascending by their opening times, seconds. */
  bars: readonly { time: number }[];
  /** Seconds of a bar. */
  step: number;
  /** Pixels between two bars. */
  spacing: number;
  /** Pixels of a bar's time. */
  xOfBar: (time: number) => number | null;
}

/** Index of the last time at or before `value`; −1 before all of them. */
function lastUpTo(count: number, isUpTo: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isUpTo(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Pixels of any time: between two bars in proportion, beyond them as far as bars would be. */
export function xOfTime(axis: Axis, time: number): number | null {
  const { bars, step, spacing, xOfBar } = axis;
  const at = lastUpTo(bars.length, (index) => (bars[index]?.time ?? 0) <= time);
  const before = bars[Math.max(at, 0)]?.time;
  const x = before === undefined ? null : xOfBar(before);
  if (before === undefined || x === null) return null;
  const after = at < 0 ? undefined : bars[at + 1]?.time;
  const next = after === undefined ? null : xOfBar(after);
  if (after === undefined || next === null) return x + ((time - before) / step) * spacing;
  return x + ((time - before) / (after - before)) * (next - x);
}

/** The time at some pixels: the inverse of {@link xOfTime}. */
export function timeOfX(axis: Axis, x: number): number | null {
  const { bars, step, spacing, xOfBar } = axis;
  if (spacing <= 0) return null;
  const at = lastUpTo(bars.length, (index) => (xOfBar(bars[index]?.time ?? 0) ?? Number.POSITIVE_INFINITY) <= x);
  const before = bars[Math.max(at, 0)]?.time;
  const own = before === undefined ? null : xOfBar(before);
  if (before === undefined || own === null) return null;
  const after = at < 0 ? undefined : bars[at + 1]?.time;
  const next = after === undefined ? null : xOfBar(after);
  if (after === undefined || next === null || next === own) return before + ((x - own) / spacing) * step;
  return before + ((x - own) / (next - own)) * (after - before);
}
