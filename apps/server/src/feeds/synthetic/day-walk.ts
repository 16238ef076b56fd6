import { exp } from './elementary.ts';
import { RandomStream } from './random.ts';

export const DAY_SECONDS = 86_400;
/** Day 0 of every synthetic market: 2024-01-01 UTC. Part of the generator: another one gives other prices. */
export const GENESIS = 1_704_067_200;

/** Number of the day since the genesis; negative before it. @param time seconds */
export const dayOf = (time: number) => Math.floor((time - GENESIS) / DAY_SECONDS);

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
  jumps: Jump[];
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
/** A market never gets more than about e^1.3 times as wild as usual, nor as calm. */
const HEAT_LIMIT = 1.3;

const square = (value: number) => value * value;
const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));

/**
 * Days of one process (the market factor, or a pair's own part): a mean-reverting walk with volatility that
 * clusters from day to day. Computed in order from the genesis, which costs a microsecond a day, and kept.
 */
export class DayWalk {
  readonly #key: string;
  readonly #parameters: WalkParameters;
  readonly #market: DayWalk | null;
  readonly #deviation: number;
  readonly #ownHeat: number[] = [0];
  readonly #level: number[] = [0];
  readonly #jumps: Jump[][] = [];

  constructor(key: string, parameters: WalkParameters, market: DayWalk | null) {
    this.#key = key;
    this.#parameters = parameters;
    this.#market = market;
    this.#deviation = market === null ? MARKET_HEAT_DEVIATION : OWN_HEAT_DEVIATION;
  }

  /** @throws RangeError for days before the genesis. */
  plan(day: number): DayPlan {
    if (day < 0) throw new RangeError(`day ${day} is before the genesis`);
    while (this.#level.length <= day + 1) this.#extend();
    return {
      startLevel: this.#level[day] ?? 0,
      endLevel: this.#level[day + 1] ?? 0,
      startHeat: this.#ownHeat[day] ?? 0,
      endHeat: this.#ownHeat[day + 1] ?? 0,
      jumps: this.#jumps[day] ?? [],
    };
  }

  /** Quiet and stormy weeks: logarithm of relative volatility at the start of a day. */
  #heat(day: number): number {
    while (this.#level.length <= day) this.#extend();
    return (this.#ownHeat[day] ?? 0) + (this.#market === null ? 0 : SHARED_HEAT * this.#market.#heat(day));
  }

  #extend(): void {
    const day = this.#level.length - 1;
    const random = new RandomStream(`${this.#key}|day|${day}`);
    const ownHeat = this.#ownHeat[day] ?? 0;
    const innovation = this.#deviation * Math.sqrt(1 - HEAT_MEMORY * HEAT_MEMORY) * random.normal();
    this.#ownHeat.push(clamp(HEAT_MEMORY * ownHeat + innovation, HEAT_LIMIT));
    const { dailyVolatility } = this.#parameters;
    const expected = this.#deviation ** 2 + (this.#market === null ? 0 : (SHARED_HEAT * MARKET_HEAT_DEVIATION) ** 2);
    const diffusion = dailyVolatility * exp(this.#heat(day) - expected) * clamp(random.fatTailed(), 5);
    const jumps = this.#drawJumps(random);
    const level = this.#level[day] ?? 0;
    this.#jumps.push(jumps);
    this.#level.push(level * (1 - PULL) + diffusion + jumps.reduce((sum, jump) => sum + jump.size, 0));
  }

  #drawJumps(random: RandomStream): Jump[] {
    const { jumpsPerDay, jumpSize } = this.#parameters;
    const jumps: Jump[] = [];
    // Waiting times between jumps are exponential.
    for (let at = random.exponential() / jumpsPerDay; at < 1; at += random.exponential() / jumpsPerDay) {
      const sign = random.uniform() < 0.55 ? -1 : 1;
      const size = sign * jumpSize * Math.min(LARGEST_JUMP, 0.3 + 0.35 * square(random.exponential()));
      jumps.push({ minute: Math.floor(at * 1440), size });
    }
    return jumps;
  }
}
