import { DAY_MINUTES } from './days.ts';
import { exp, ln } from './elementary.ts';

const BLOCK_MINUTES = 15;
const BLOCKS = DAY_MINUTES / BLOCK_MINUTES;

/** By quarter of an hour: how much of a bend falls there. It is almost 0 at midnight. */
export type BendShape = Float64Array;

const shapeOf = (at: (share: number) => number): BendShape =>
  Float64Array.from({ length: BLOCKS }, (_, block) => at((block + 0.5) / BLOCKS));

/** Mean 1, highest at noon (version 2). */
export const PARABOLA = shapeOf((share) => 6 * share * (1 - share));
/** The same all day but for the two hours on either side of midnight (version 3), so that the hours keep what they are to each other. */
export const PLATEAU = shapeOf((share) => Math.min(1, 12 * share, 12 * (1 - share)));

const ENOUGH = 1e-12;
const MOST_ROUNDS = 50;
/** A day that would have to be bent further keeps what is missing. */
const MOST_BEND = 4;

/**
 * Bends a day's volatility, in `heat`, until the variances of its minutes, e^(2·heat)·tail², sum up to
 * `deviation²`: by the shape, and hardly at midnight, so that no step is seen there.
 *
 * Why: the end of a day is drawn before its minutes are, and what is missing to it is spread over them. Where
 * both have the same variance, the returns of the minutes are as independent as if there were no end to come to;
 * were the end further than the minutes alone would go, a day's first hours would tell its last ones.
 */
export function bend(heat: Float64Array, tail: Float64Array, deviation: number, shape: BendShape): void {
  const variance = new Float64Array(BLOCKS);
  heat.forEach((value, minute) => {
    const block = Math.floor(minute / BLOCK_MINUTES);
    variance[block] = (variance[block] ?? 0) + exp(2 * value) * (tail[minute] ?? 0) ** 2;
  });
  const wanted = 2 * ln(deviation);
  // Newton's method on a convex function that grows: it comes down to the root from above.
  let amount = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let sum = 0;
    let slope = 0;
    for (let block = 0; block < BLOCKS; block += 1) {
      const share = shape[block] ?? 0;
      const part = (variance[block] ?? 0) * exp(2 * amount * share);
      sum += part;
      slope += 2 * share * part;
    }
    const step = ((ln(sum) - wanted) * sum) / slope;
    amount = Math.max(-MOST_BEND, Math.min(MOST_BEND, amount - step));
    if (Math.abs(step) < ENOUGH) break;
  }
  heat.forEach((value, minute) => {
    heat[minute] = value + amount * (shape[Math.floor(minute / BLOCK_MINUTES)] ?? 0);
  });
}
