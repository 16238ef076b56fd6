import {
  type DayPlan,
  DayWalk,
  MARKET_HEAT_DEVIATION,
  OWN_HEAT_DEVIATION,
  SHARED_HEAT,
  type WalkParameters,
} from './day-walk.ts';
import { exp } from './elementary.ts';
import { RandomStream } from './random.ts';

export const DAY_MINUTES = 1440;

/** One day of a process, minute by minute. */
export interface ProcessDay {
  /** Log level at the start of each minute and at the end of the day: 1441 values. */
  level: Float64Array;
  /** Standard deviation of each minute's log return. */
  deviation: Float64Array;
  /** Logarithm of relative volatility of each minute. */
  heat: Float64Array;
}

/** Volatility within the day: two mean-reverting parts, hours and minutes long, and what a large move stirs up. */
interface HeatParameters {
  slowDeviation: number;
  fastDeviation: number;
  /** How much a minute's surprise adds to the fast part. */
  stir: number;
}

const MARKET_HEAT: HeatParameters = { slowDeviation: 0.4, fastDeviation: 0.36, stir: 0.03 };
const OWN_HEAT: HeatParameters = { slowDeviation: 0.2, fastDeviation: 0.3, stir: 0.03 };
/** Half-lives of about six hours and of twenty minutes. */
const SLOW_MEMORY = 0.9981;
const FAST_MEMORY = 0.966;
/** Mean absolute value of a normal variable, about what |shock| is on average. */
const MEAN_ABSOLUTE = 0.77;
/** A jump plays out over three minutes. */
const JUMP_SHAPE = [0.6, 0.25, 0.15] as const;
/** A surprise beyond this many deviations is cut. */
const MAX_SHOCK = 9;

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
 * The market factor or a pair's own part, minute by minute. A day is a function of the key and its number:
 * its ends and jumps come from the {@link DayWalk}, the way between them is drawn here and pinned to both.
 */
export class MinuteProcess {
  readonly #key: string;
  readonly #walk: DayWalk;
  readonly #market: MinuteProcess | null;
  readonly #heat: HeatParameters;
  readonly #base: number;

  constructor(key: string, parameters: WalkParameters, market: MinuteProcess | null) {
    this.#key = key;
    this.#market = market;
    this.#walk = new DayWalk(key, parameters, market === null ? null : market.#walk);
    this.#heat = market === null ? MARKET_HEAT : OWN_HEAT;
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
    const shock = new Float64Array(DAY_MINUTES);
    const heat = this.#drawHeat(day, plan, shock, marketDay);
    const deviation = heat.map((value) => this.#base * exp(value));
    return { level: pinnedLevels(plan, deviation, shock), deviation, heat };
  }

  /** Volatility of each minute, and into `shock` the surprises in units of it. */
  #drawHeat(day: number, plan: DayPlan, shock: Float64Array, marketDay: ProcessDay | null): Float64Array {
    const { slowDeviation, fastDeviation, stir } = this.#heat;
    const start = this.#nodes(day);
    const end = this.#nodes(day + 1);
    const random = new RandomStream(`${this.#key}|minutes|${day}`);
    const slowStep = slowDeviation * Math.sqrt(1 - SLOW_MEMORY ** 2);
    const fastStep = fastDeviation * Math.sqrt(1 - FAST_MEMORY ** 2);
    const slow = new Float64Array(DAY_MINUTES);
    const fast = new Float64Array(DAY_MINUTES);
    let a = start.slow;
    let b = start.fast;
    for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
      slow[minute] = a;
      fast[minute] = b;
      const surprise = Math.max(-MAX_SHOCK, Math.min(MAX_SHOCK, random.fatTailed()));
      shock[minute] = surprise;
      a = SLOW_MEMORY * a + slowStep * random.normal();
      b = FAST_MEMORY * b + fastStep * random.normal() + stir * (Math.abs(surprise) - MEAN_ABSOLUTE);
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
    return heat;
  }

  #background(minute: number, plan: DayPlan, marketDay: ProcessDay | null): number {
    const share = minute / DAY_MINUTES;
    const day = plan.startHeat * (1 - share) + plan.endHeat * share;
    return day + (marketDay === null ? (SEASON[minute] ?? 0) : SHARED_HEAT * (marketDay.heat[minute] ?? 0));
  }

  /** State of both parts at the start of a day. */
  #nodes(day: number): { slow: number; fast: number } {
    const random = new RandomStream(`${this.#key}|heat|${day}`);
    return { slow: this.#heat.slowDeviation * random.normal(), fast: this.#heat.fastDeviation * random.normal() };
  }
}

/** Cumulates the surprises, with what is missing to the day's end spread in proportion to the variance. */
function pinnedLevels(plan: DayPlan, deviation: Float64Array, shock: Float64Array): Float64Array {
  const jumps = new Float64Array(DAY_MINUTES);
  let jumpSum = 0;
  for (const { minute, size } of plan.jumps) {
    jumpSum += size;
    JUMP_SHAPE.forEach((share, delay) => {
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
