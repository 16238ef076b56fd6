import type { Minutes } from './candle-day.ts';
import type { SyntheticPair } from './pairs.ts';
import type { RandomStream } from './random.ts';

/** Ticks fall on a grid of quarters of a second. */
export const SLOT_MS = 250;
export const MINUTE_SLOTS = 240;
const SKELETON_EVERY_SLOTS = 20;
const SKELETON_STEPS = 12;
/** Roughness of the way between skeleton points and between ticks, as a share of high − low. */
const SKELETON_NOISE = 0.2;
const TICK_NOISE = 0.08;

/** When a pair's ticks fall within a minute; the same in every minute. */
export interface TickSchedule {
  /** Slots with a tick, ascending; the first is the open and the last, slot 239, the close. */
  slots: Uint8Array;
  /** Positions in `slots` of the 13 skeleton points, the open and the close among them. */
  skeleton: Uint8Array;
  /** Position in `slots` by slot; −1 where there is no tick. */
  positionOf: Int16Array;
}

/** A tick every `tickEveryMs` and one at every skeleton point, five seconds apart. */
export function tickSchedule(pair: SyntheticPair): TickSchedule {
  const period = pair.tickEveryMs / SLOT_MS;
  const shift = pair.place % period;
  const skeletonSlots = Array.from({ length: SKELETON_STEPS }, (_, step) => step * SKELETON_EVERY_SLOTS + shift);
  skeletonSlots.push(MINUTE_SLOTS - 1);
  const all = new Set(skeletonSlots);
  for (let slot = shift; slot < MINUTE_SLOTS; slot += period) all.add(slot);
  const slots = Uint8Array.from([...all].sort((a, b) => a - b));
  const positionOf = new Int16Array(MINUTE_SLOTS).fill(-1);
  slots.forEach((slot, position) => {
    positionOf[slot] = position;
  });
  const skeleton = Uint8Array.from(skeletonSlots, (slot) => positionOf[slot] ?? 0);
  return { slots, skeleton, positionOf };
}

/** One minute of one pair: price in ticks and turnover in units, by position in the schedule. */
export interface MinuteTicks {
  price: Int32Array;
  volume: Float64Array;
}

/** Fills the values strictly between two known ones with a rough way that stays within the limits. */
function bridge(values: Float64Array, from: number, to: number, noise: number, limits: Limits, random: RandomStream) {
  const target = values[to] ?? 0;
  for (let at = from + 1; at < to; at += 1) {
    const left = to - at;
    const previous = values[at - 1] ?? 0;
    const next = previous + (target - previous) / (left + 1) + noise * Math.sqrt(left / (left + 1)) * random.normal();
    values[at] = Math.max(limits.low, Math.min(limits.high, next));
  }
}

interface Limits {
  low: number;
  high: number;
}

/** The 13 points: open and close at the ends, high and low at points drawn between unless an end is one. */
function drawSkeleton(open: number, close: number, limits: Limits, random: RandomStream): Float64Array {
  const points = new Float64Array(SKELETON_STEPS + 1);
  points[0] = open;
  points[SKELETON_STEPS] = close;
  const highAt = 1 + Math.floor(random.uniform() * (SKELETON_STEPS - 1));
  const others = Math.floor(random.uniform() * (SKELETON_STEPS - 2));
  const lowAt = 1 + ((highAt + others) % (SKELETON_STEPS - 1));
  const known = [0, SKELETON_STEPS];
  if (limits.high > Math.max(open, close)) {
    points[highAt] = limits.high;
    known.push(highAt);
  }
  if (limits.low < Math.min(open, close)) {
    points[lowAt] = limits.low;
    known.push(lowAt);
  }
  known.sort((a, b) => a - b);
  const noise = (limits.high - limits.low) * SKELETON_NOISE;
  for (let at = 1; at < known.length; at += 1)
    bridge(points, known[at - 1] ?? 0, known[at] ?? 0, noise, limits, random);
  return points;
}

/** Splits a whole number into `count` whole parts of random size. */
export function split(total: number, count: number, random: RandomStream): Float64Array {
  const parts = new Float64Array(count);
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    const weight = random.exponential();
    parts[at] = weight;
    sum += weight;
  }
  let given = 0;
  for (let at = 0; at < count - 1; at += 1) {
    const part = Math.floor((total * (parts[at] ?? 0)) / sum);
    parts[at] = part;
    given += part;
  }
  parts[count - 1] = total - given;
  return parts;
}

/**
 * The ticks of a minute. A candle built from them is the generated one: the first is the open, the last the
 * close, the skeleton touches high and low, nothing goes beyond them, and the turnovers add up.
 *
 * @param random of this minute: everything random comes from here.
 */
export function minuteTicks(random: RandomStream, schedule: TickSchedule, day: Minutes, minute: number): MinuteTicks {
  const limits = { low: day.low[minute] ?? 0, high: day.high[minute] ?? 0 };
  const points = drawSkeleton(day.open[minute] ?? 0, day.close[minute] ?? 0, limits, random);
  const count = schedule.slots.length;
  const path = new Float64Array(count);
  schedule.skeleton.forEach((position, step) => {
    path[position] = points[step] ?? 0;
  });
  const noise = (limits.high - limits.low) * TICK_NOISE;
  for (let step = 1; step <= SKELETON_STEPS; step += 1) {
    bridge(path, schedule.skeleton[step - 1] ?? 0, schedule.skeleton[step] ?? 0, noise, limits, random);
  }
  return { price: Int32Array.from(path, Math.round), volume: split(day.volume[minute] ?? 0, count, random) };
}
