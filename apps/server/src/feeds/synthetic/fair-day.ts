import { DAY_MINUTES } from './days.ts';
import { exp, ln } from './elementary.ts';

const BLOCK_MINUTES = 15;
/** By quarter of an hour: a parabola with mean 1 that is almost 0 at midnight. */
const SHAPE = Float64Array.from({ length: DAY_MINUTES / BLOCK_MINUTES }, (_, block) => {
  const share = ((block + 0.5) * BLOCK_MINUTES) / DAY_MINUTES;
  return 6 * share * (1 - share);
});
const ENOUGH = 1e-12;
const MOST_ROUNDS = 50;
/** A day that would have to be bent further keeps what is missing. */
const MOST_BEND = 4;

/**
 * Bends a day's volatility, in `heat`, until the variances of its minutes, e^(2·heat)·tail², sum up to
 * `deviation²`: most at noon, hardly at midnight, so that no step is seen there.
 *
 * Why: the end of a day is drawn before its minutes are, and what is missing to it is spread over them. Where
 * both have the same variance, the returns of the minutes are as independent as if there were no end to come to;
 * were the end further than the minutes alone would go, a day's first hours would tell its last ones.
 */
export function bend(heat: Float64Array, tail: Float64Array, deviation: number): void {
  const variance = new Float64Array(SHAPE.length);
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
    for (let block = 0; block < SHAPE.length; block += 1) {
      const shape = SHAPE[block] ?? 0;
      const part = (variance[block] ?? 0) * exp(2 * amount * shape);
      sum += part;
      slope += 2 * shape * part;
    }
    const step = ((ln(sum) - wanted) * sum) / slope;
    amount = Math.max(-MOST_BEND, Math.min(MOST_BEND, amount - step));
    if (Math.abs(step) < ENOUGH) break;
  }
  heat.forEach((value, minute) => {
    heat[minute] = value + amount * (SHAPE[Math.floor(minute / BLOCK_MINUTES)] ?? 0);
  });
}
