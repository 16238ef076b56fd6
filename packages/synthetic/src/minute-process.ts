import {
  type DayPlan,
  DayWalk,
  type Jump,
  MARKET_HEAT_DEVIATION,
  OWN_HEAT_DEVIATION,
  SHARED_HEAT,
  type WalkParameters,
} from './day-walk.ts';
import { DAY_MINUTES } from './days.ts';
import { exp } from './elementary.ts';
import { type BendShape, PARABOLA, PLATEAU, bend } from './fair-day.ts';
import type { Randomness } from './randomness.ts';
import { SEED_VERSION } from './seed-randomness.ts';

/** One day of a process, minute by minute. */
export interface ProcessDay {
  /** Log level at the start of each minute and at the end of the day: 1441 values. */
  level: Float64Array;
  /** Standard deviation of each minute's log return. */
  deviation: Float64Array;
  /** The same with how wild the minute happens to be (not in version 1). */
  step: Float64Array;
  /** Logarithm of relative volatility of each minute. */
  heat: Float64Array;
  jumps: readonly Jump[];
}

/** Volatility within the day: two mean-reverting parts, hours and minutes long. */
interface HeatParameters {
  slowDeviation: number;
  fastDeviation: number;
}

const MARKET_HEAT: HeatParameters = { slowDeviation: 0.4, fastDeviation: 0.36 };
const OWN_HEAT: HeatParameters = { slowDeviation: 0.2, fastDeviation: 0.3 };
/** One day's draws, by minute. */
interface MinuteDraws {
  /** Logarithm of relative volatility. */
  heat: Float64Array;
  /** What the return is in units of tail × volatility. */
  shock: Float64Array;
  /** How much wilder than its heat says a minute is; 1 in version 1, whose shocks have it in them. */
  tail: Float64Array;
}

/** Half-lives of about six hours and of twenty minutes. */
const SLOW_MEMORY = 0.9981;
const FAST_MEMORY = 0.966;

/** What differs between the versions of the generator. */
interface Law {
  /** How much of a jump falls on each minute from its first on. */
  jumpShape: readonly number[];
  /** How much a wild minute adds to the fast part of the volatility, and how wild a minute is on average. */
  stir: number;
  meanWildness: number;
  /** In deviations (version 1: of a minute's return; later: of its tail), cut beyond this. */
  wildest: number;
  /** Where a day's volatility gives way to the return that the day was drawn with; null where it doesn't. */
  bendShape: BendShape | null;
}

// Wildness is the tail alone, and a jump is over within its minute: neither tells where the price goes next.
const FAIR = { jumpShape: [1], stir: 0.06, meanWildness: 0.94, wildest: 4 };

const LAWS: Record<Randomness['version'], Law> = {
  // Wildness is the absolute return.
  1: { jumpShape: [0.6, 0.25, 0.15], stir: 0.03, meanWildness: 0.77, wildest: 9, bendShape: null },
  2: { ...FAIR, bendShape: PARABOLA },
  // A calm day of version 2 that had to be calmer still stood all but still for its middle hours.
  3: { ...FAIR, bendShape: PLATEAU },
};

/** Relative log volatility of each hour, UTC: quiet Asian morning, European opening, American afternoon. */
const HOURS = [
  0.02, -0.08, -0.14, -0.16, -0.18, -0.18, -0.12, -0.04, 0.02, 0.02, 0, -0.02, 0.06, 0.2, 0.34, 0.32, 0.24, 0.14, 0.06,
  0.04, 0.02, -0.02, -0.06, -0.02,
];

function seasonOf(minute: number): number {
  const hour = Math.floor(minute / 60);
  const share = (minute % 60) / 60;
  return (HOURS[hour] ?? 0) * (1 - share) + (HOURS[(hour + 1) % 24] ?? 0) * share;
}
const SEASON = Float64Array.from({ length: DAY_MINUTES }, (_, minute) => seasonOf(minute));

/**
 * The market factor or a pair's own part, minute by minute. A day is a function of the randomness and its number:
 * its ends and jumps come from the {@link DayWalk}, the way between them is drawn here and pinned to both.
 */
export class MinuteProcess {
  readonly #name: string;
  readonly #randomness: Randomness;
  readonly #walk: DayWalk;
  readonly #market: MinuteProcess | null;
  readonly #heat: HeatParameters;
  readonly #law: Law;
  readonly #base: number;

  /** @param name "factor", or the symbol of the pair whose own part it is */
  constructor(name: string, randomness: Randomness, parameters: WalkParameters, market: MinuteProcess | null) {
    this.#name = name;
    this.#randomness = randomness;
    this.#market = market;
    this.#walk = new DayWalk(name, randomness, parameters, market === null ? null : market.#walk);
    this.#heat = market === null ? MARKET_HEAT : OWN_HEAT;
    this.#law = LAWS[randomness.version];
    this.#base = (parameters.dailyVolatility / Math.sqrt(DAY_MINUTES)) * exp(-this.#heatVariance());
  }

  /** Variance of the log volatility, so that the mean variance is what the parameters say. */
  #heatVariance(): number {
    const { slowDeviation, fastDeviation } = this.#heat;
    const within = slowDeviation ** 2 + fastDeviation ** 2;
    if (this.#market === null) return within + MARKET_HEAT_DEVIATION ** 2;
    return within + OWN_HEAT_DEVIATION ** 2 + SHARED_HEAT ** 2 * this.#market.#heatVariance();
  }

  /** @param marketDay the same day of the market factor; null for the factor itself. */
  day(day: number, marketDay: ProcessDay | null): ProcessDay {
    const plan = this.#walk.plan(day);
    const { heat, shock, tail } = this.#draw(day, plan, marketDay);
    const { bendShape } = this.#law;
    if (bendShape !== null && plan.deviation !== null) bend(heat, tail, plan.deviation / this.#base, bendShape);
    const deviation = heat.map((value) => this.#base * exp(value));
    const step = deviation.map((value, minute) => value * (tail[minute] ?? 0));
    const level = pinnedLevels(plan, step, shock, this.#law.jumpShape);
    return { level, deviation, step, heat, jumps: plan.jumps };
  }

  /** Volatility of each minute, and its surprise in units of that: tail × shock. */
  #draw(day: number, plan: DayPlan, marketDay: ProcessDay | null): MinuteDraws {
    const { slowDeviation, fastDeviation } = this.#heat;
    const { stir, meanWildness, wildest } = this.#law;
    const isFair = this.#randomness.version !== SEED_VERSION;
    const start = this.#nodes(day);
    const end = this.#nodes(day + 1);
    const random = this.#randomness.ofDay(this.#name, 'minutes', day);
    const slowStep = slowDeviation * Math.sqrt(1 - SLOW_MEMORY ** 2);
    const fastStep = fastDeviation * Math.sqrt(1 - FAST_MEMORY ** 2);
    const slow = new Float64Array(DAY_MINUTES);
    const fast = new Float64Array(DAY_MINUTES);
    const shock = new Float64Array(DAY_MINUTES);
    const tail = new Float64Array(DAY_MINUTES).fill(1);
    let a = start.slow;
    let b = start.fast;
    for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
      slow[minute] = a;
      fast[minute] = b;
      let wildness: number;
      if (isFair) {
        wildness = Math.min(wildest, random.tail());
        tail[minute] = wildness;
        shock[minute] = random.normal();
      } else {
        const surprise = Math.max(-wildest, Math.min(wildest, random.fatTailed()));
        wildness = Math.abs(surprise);
        shock[minute] = surprise;
      }
      a = SLOW_MEMORY * a + slowStep * random.normal();
      b = FAST_MEMORY * b + fastStep * random.normal() + stir * (wildness - meanWildness);
    }
    // Led to where the next day begins, so that volatility does not break at midnight.
    let slowMiss = end.slow - a;
    let fastMiss = end.fast - b;
    const heat = new Float64Array(DAY_MINUTES);
    for (let minute = DAY_MINUTES - 1; minute >= 0; minute -= 1) {
      slowMiss *= SLOW_MEMORY;
      fastMiss *= FAST_MEMORY;
      const own = (slow[minute] ?? 0) + slowMiss + (fast[minute] ?? 0) + fastMiss;
      heat[minute] = own + this.#background(minute, plan, marketDay);
    }
    return { heat, shock, tail };
  }

  #background(minute: number, plan: DayPlan, marketDay: ProcessDay | null): number {
    const share = minute / DAY_MINUTES;
    const day = plan.startHeat * (1 - share) + plan.endHeat * share;
    return day + (marketDay === null ? (SEASON[minute] ?? 0) : SHARED_HEAT * (marketDay.heat[minute] ?? 0));
  }

  /** State of both parts at the start of a day. */
  #nodes(day: number): { slow: number; fast: number } {
    const random = this.#randomness.atStart(this.#name, day);
    return { slow: this.#heat.slowDeviation * random.normal(), fast: this.#heat.fastDeviation * random.normal() };
  }
}

/** Cumulates the surprises, with what is missing to the day's end spread in proportion to the variance. */
function pinnedLevels(
  plan: DayPlan,
  deviation: Float64Array,
  shock: Float64Array,
  jumpShape: readonly number[],
): Float64Array {
  const jumps = new Float64Array(DAY_MINUTES);
  let jumpSum = 0;
  for (const { minute, size } of plan.jumps) {
    jumpSum += size;
    jumpShape.forEach((share, delay) => {
      const at = Math.min(minute + delay, DAY_MINUTES - 1);
      jumps[at] = (jumps[at] ?? 0) + share * size;
    });
  }
  let sum = 0;
  let variance = 0;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const step = deviation[minute] ?? 0;
    sum += step * (shock[minute] ?? 0);
    variance += step * step;
  }
  const missing = (plan.endLevel - plan.startLevel - jumpSum - sum) / variance;
  const level = new Float64Array(DAY_MINUTES + 1);
  let current = plan.startLevel;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    level[minute] = current;
    const step = deviation[minute] ?? 0;
    current += step * (shock[minute] ?? 0) + missing * step * step + (jumps[minute] ?? 0);
  }
  // The sum may miss the planned end in the last bits; the next day begins at the planned one.
  level[DAY_MINUTES] = plan.endLevel;
  return level;
}
