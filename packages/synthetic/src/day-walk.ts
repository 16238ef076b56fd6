import { DAY_MINUTES } from './days.ts';
import { exp, ln } from './elementary.ts';
import type { RandomStream } from './random.ts';
import type { Randomness } from './randomness.ts';
import { SEED_VERSION } from './seed-randomness.ts';

export interface WalkParameters {
  /** Standard deviation of a day's diffusive log return. */
  dailyVolatility: number;
  jumpsPerDay: number;
  /** Mean absolute size of a jump, log return. */
  jumpSize: number;
}

export interface Jump {
  /** Minute of the day, 0 to 1439. */
  minute: number;
  /** Share of that minute that is over when it comes, below 1. */
  share: number;
  size: number;
}

/** What is decided about a day before its minutes are: both its ends and its jumps. */
export interface DayPlan {
  /** Log level at the start and at the end, relative to the anchor. */
  startLevel: number;
  endLevel: number;
  /** Logarithm of relative volatility at the start and at the end, a pair's share of the market's left out. */
  startHeat: number;
  endHeat: number;
  /** Standard deviation of the diffusive return from the start to the end; version 1 leaves it open. */
  deviation: number | null;
  jumps: readonly Jump[];
}

/** Share of the distance to the anchor that a day takes back: half of it in about four months, so that prices keep to a wide band for years. */
const PULL = 0.0058;
/** Heat is an AR(1) from day to day: its memory and its standard deviation. */
const HEAT_MEMORY = 0.9;
export const MARKET_HEAT_DEVIATION = 0.36;
export const OWN_HEAT_DEVIATION = 0.2;
/** How much of the market's heat a pair's own part takes over: in a storm everything moves. */
export const SHARED_HEAT = 0.75;
/** In mean jumps. Most are small; a few times a year one is this large. */
const LARGEST_JUMP = 5;
/** In deviations: a day's return beyond this is cut (version 1). */
const LARGEST_RETURN = 5;
/** No day is more than this many times as wild as its heat says (version 2). */
const LARGEST_TAIL = 3;
/** A market never gets more than about e^1.3 times as wild as usual, nor as calm. */
const HEAT_LIMIT = 1.3;

/** A day's return without its jumps. */
interface DiffusiveReturn {
  diffusion: number;
  /** Logarithm of how much wilder than its heat says the day is; version 1 has no such days. */
  storm: number;
  deviation: DayPlan['deviation'];
}

/** What a day's draws decide: the heat and the level of its end, and what lies between. */
interface DayDraws extends Omit<DiffusiveReturn, 'diffusion'> {
  ownHeat: number;
  level: number;
  jumps: readonly Jump[];
}

const square = (value: number) => value * value;
const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));

/**
 * Days of one process (the market factor, or a pair's own part): a mean-reverting walk with volatility that
 * clusters from day to day. Computed in order from the genesis, the factor's together with those of its pairs, which
 * costs two microseconds a day each. Where each day begins is kept; what else its draws decide is drawn again for the few
 * days that are asked for.
 */
export class DayWalk {
  readonly #name: string;
  readonly #randomness: Randomness;
  readonly #parameters: WalkParameters;
  readonly #market: DayWalk | null;
  readonly #heatDeviation: number;
  readonly #ownHeat: number[] = [0];
  readonly #level: number[] = [0];
  /** Of the market alone, whose pairs ask for it. */
  readonly #storm: number[] = [];
  /** Of the market: its own walk and those of its pairs. */
  readonly #together: DayWalk[] = [this];

  constructor(name: string, randomness: Randomness, parameters: WalkParameters, market: DayWalk | null) {
    this.#name = name;
    this.#randomness = randomness;
    this.#parameters = parameters;
    this.#market = market;
    this.#heatDeviation = market === null ? MARKET_HEAT_DEVIATION : OWN_HEAT_DEVIATION;
    if (market !== null) market.#together.push(this);
  }

  /** @throws RangeError for days before the genesis. */
  plan(day: number): DayPlan {
    if (day < 0) throw new RangeError(`day ${day} is before the genesis`);
    this.#reach(day + 1);
    const { deviation, jumps } = this.#draw(day, this.#randomness.ofDay(this.#name, 'day', day));
    return {
      startLevel: this.#level[day] ?? 0,
      endLevel: this.#level[day + 1] ?? 0,
      startHeat: this.#ownHeat[day] ?? 0,
      endHeat: this.#ownHeat[day + 1] ?? 0,
      deviation,
      jumps,
    };
  }

  /** Quiet and stormy weeks: logarithm of relative volatility at the start of a day. */
  #heat(day: number): number {
    this.#reach(day);
    return (this.#ownHeat[day] ?? 0) + (this.#market === null ? 0 : SHARED_HEAT * this.#market.#heat(day));
  }

  #stormOf(day: number): number {
    this.#reach(day + 1);
    return this.#storm[day] ?? 0;
  }

  /** Makes the beginning of a day known, here and in the walks that go together with this one. */
  #reach(day: number): void {
    const market = this.#market ?? this;
    while (this.#level.length <= day) {
      const known = this.#level.length;
      const behind = market.#together.filter((walk) => walk.#level.length === known);
      const names = behind.map((walk) => walk.#name);
      const streams = this.#randomness.ofDayTogether(names, 'day', known - 1);
      // The market's own is the first: its pairs ask for its heat.
      behind.forEach((walk, at) => walk.#extend(streams[at] as RandomStream));
    }
  }

  #extend(random: RandomStream): void {
    const { ownHeat, level, storm } = this.#draw(this.#level.length - 1, random);
    this.#ownHeat.push(ownHeat);
    this.#level.push(level);
    if (this.#market === null) this.#storm.push(storm);
  }

  /** @param day whose beginning is known @param random of the day */
  #draw(day: number, random: RandomStream): DayDraws {
    const innovation = this.#heatDeviation * Math.sqrt(1 - HEAT_MEMORY * HEAT_MEMORY) * random.normal();
    const ownHeat = clamp(HEAT_MEMORY * (this.#ownHeat[day] ?? 0) + innovation, HEAT_LIMIT);
    const isFair = this.#randomness.version !== SEED_VERSION;
    const { diffusion, storm, deviation } = isFair ? this.#fairReturn(day, random) : this.#cutReturn(day, random);
    const jumps = this.#drawJumps(random);
    const start = (this.#level[day] ?? 0) * (1 - PULL) + diffusion;
    return { ownHeat, level: start + jumps.reduce((sum, jump) => sum + jump.size, 0), storm, deviation, jumps };
  }

  #usualDeviation(heat: number): number {
    const shared = this.#market === null ? 0 : (SHARED_HEAT * MARKET_HEAT_DEVIATION) ** 2;
    return this.#parameters.dailyVolatility * exp(heat - (this.#heatDeviation ** 2 + shared));
  }

  #cutReturn(day: number, random: RandomStream): DiffusiveReturn {
    const diffusion = this.#usualDeviation(this.#heat(day)) * clamp(random.fatTailed(), LARGEST_RETURN);
    return { diffusion, storm: 0, deviation: null };
  }

  /** A normal variable times a deviation that the day's minutes then keep to; a wild day of the market is wilder for all. */
  #fairReturn(day: number, random: RandomStream): DiffusiveReturn {
    const tail = Math.min(LARGEST_TAIL, random.tail());
    const shared = this.#market === null ? 0 : SHARED_HEAT * this.#market.#stormOf(day);
    const deviation = this.#usualDeviation(this.#heat(day) + shared) * tail;
    return { diffusion: deviation * random.normal(), storm: ln(tail), deviation };
  }

  #drawJumps(random: RandomStream): Jump[] {
    const { jumpsPerDay, jumpSize } = this.#parameters;
    const jumps: Jump[] = [];
    // Waiting times between jumps are exponential.
    for (let at = random.exponential() / jumpsPerDay; at < 1; at += random.exponential() / jumpsPerDay) {
      const sign = random.uniform() < 0.55 ? -1 : 1;
      const size = sign * jumpSize * Math.min(LARGEST_JUMP, 0.3 + 0.35 * square(random.exponential()));
      const minute = Math.floor(at * DAY_MINUTES);
      jumps.push({ minute, share: at * DAY_MINUTES - minute, size });
    }
    return jumps;
  }
}
