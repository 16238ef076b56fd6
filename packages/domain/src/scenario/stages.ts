import type { Candle } from '../candle.ts';
import { atLeastMinPrice, MAX_PRICE, parseDecimal, type Price } from '../decimal.ts';
import { PPM_ONE, type Ppm } from '../liquidation.ts';
import { divide } from '../rounding.ts';
import { askOf, bidOf } from '../spread.ts';
import type { Outage, Recipe, ScheduledTrend, Shock, Stage, StaticTrend, TrendDirection } from './recipe.ts';

/** Decimals of a percentage and of a factor in a recipe: so a percentage is a share in parts per million. */
export const RECIPE_DECIMALS = 4;
const FACTOR_ONE = 10n ** BigInt(RECIPE_DECIMALS);
/** A schedule's factor has 36 decimals … */
const POWER_ONE = 10n ** 36n;
/** … and stands still where it is 10^18: no price gets so far. */
const MAX_POWER = POWER_ONE * 10n ** 18n;
const MINUTE_MS = 60_000;

/** An exact factor; `bottom` is positive. */
export interface Factor {
  top: bigint;
  bottom: bigint;
}

/** @throws RangeError for what is no number of a recipe */
export function recipeNumber(text: string): bigint {
  const value = parseDecimal(text, RECIPE_DECIMALS);
  if (value === null) throw new RangeError(`${text} is no number of a recipe`);
  return value;
}

/** 1 ± share, never below 0. */
function turned(direction: TrendDirection, share: Ppm, one: bigint): bigint {
  if (direction === 'neutral') return one;
  const factor = direction === 'up' ? one + share : one - share;
  return factor < 0n ? 0n : factor;
}

/** (top / bottom)^exponent with 36 decimals, floored at each multiplication. */
function power({ top, bottom }: Factor, exponent: number): bigint {
  let square = divide(top * POWER_ONE, bottom, 'floor');
  let result = POWER_ONE;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = limited(divide(result * square, POWER_ONE, 'floor'));
    square = limited(divide(square * square, POWER_ONE, 'floor'));
  }
  return result;
}

const limited = (factor: bigint): bigint => (factor > MAX_POWER ? MAX_POWER : factor);

/** 1 ± drift/100. */
export function staticFactor({ direction, driftPercent }: Pick<StaticTrend, 'direction' | 'driftPercent'>): Factor {
  return { top: turned(direction, recipeNumber(driftPercent), PPM_ONE), bottom: PPM_ONE };
}

/** (1 ± rate)^steps, with rate = mean(stepMin, stepMax)/100. @param elapsed ms since the start */
export function scheduleFactor(
  { direction, stepMinPercent, stepMaxPercent, intervalSeconds }: Omit<ScheduledTrend, 'type' | 'mode' | 'symbols'>,
  elapsed: number,
): Factor {
  const twice = recipeNumber(stepMinPercent) + recipeNumber(stepMaxPercent);
  const steps = Math.floor(elapsed / (intervalSeconds * 1000));
  const step = { top: turned(direction, twice, 2n * PPM_ONE), bottom: 2n * PPM_ONE };
  return { top: power(step, steps), bottom: POWER_ONE };
}

/** 1 − drop × how far the fall has come, or what the recovery has left of it. @param elapsed ms since the start */
export function shockFactor(
  { dropPercent, afterSeconds, minutes, recoveryMinutes }: Omit<Shock, 'type' | 'symbols'>,
  elapsed: number,
  drop: Ppm = recipeNumber(dropPercent),
): Factor {
  const fall = minutes * MINUTE_MS;
  const since = Math.floor(elapsed) - afterSeconds * 1000;
  if (since <= 0) return { top: 1n, bottom: 1n };
  const [part, whole] =
    since < fall || recoveryMinutes === null
      ? [Math.min(since, fall), fall]
      : [Math.max(recoveryMinutes * MINUTE_MS - (since - fall), 0), recoveryMinutes * MINUTE_MS];
  const bottom = PPM_ONE * BigInt(whole);
  return { top: bottom - drop * BigInt(part), bottom };
}

/** Whether no prices come. @param elapsed ms since the start */
export function isOut({ afterSeconds, seconds }: Omit<Outage, 'type' | 'symbols'>, elapsed: number): boolean {
  const since = elapsed - afterSeconds * 1000;
  return since >= 0 && since < seconds * 1000;
}

/** A factor by the time since the start, ms. Its numbers are read once: this is asked for every tick. */
type FactorAt = (elapsed: number) => Factor;

function factorOf(stage: Stage): FactorAt | null {
  if (stage.type === 'shock') {
    const drop = recipeNumber(stage.dropPercent);
    return (elapsed) => shockFactor(stage, elapsed, drop);
  }
  if (stage.type !== 'trend') return null;
  if (stage.mode === 'static') {
    const factor = staticFactor(stage);
    return () => factor;
  }
  let known: { step: number; factor: Factor } | null = null;
  return (elapsed) => {
    const step = Math.floor(elapsed / (stage.intervalSeconds * 1000));
    if (known?.step !== step) known = { step, factor: scheduleFactor(stage, elapsed) };
    return known.factor;
  };
}

/** What a recipe does to the pairs that the same stages are for. */
export class PairStages {
  /** Of all its stages. */
  readonly spread: Ppm;
  /** Whether prices depend on what the pair cost in the base at the start. */
  readonly usesReference: boolean;
  /** How many times the returns of the base are taken, as a {@link Factor}. */
  readonly #volatility: Factor;
  readonly #factors: readonly FactorAt[];
  readonly #outages: readonly Outage[];
  /** The factor of the last moment that was asked for: all pairs tick at the same moments. */
  #factor: Factor = { top: 1n, bottom: 1n };
  #factorAt = Number.NaN;

  constructor(stages: readonly Stage[]) {
    this.#factors = stages.map(factorOf).filter((factor) => factor !== null);
    this.#outages = stages.filter((stage) => stage.type === 'outage');
    const volatilities = stages.filter((stage) => stage.type === 'volatility');
    this.usesReference = volatilities.length > 0;
    this.#volatility = {
      top: volatilities.reduce((product, { factor }) => product * recipeNumber(factor), 1n),
      bottom: FACTOR_ONE ** BigInt(volatilities.length),
    };
    const spreads = stages.filter((stage) => stage.type === 'spread');
    this.spread = spreads.reduce((sum, { percent }) => sum + recipeNumber(percent), 0n);
  }

  /**
   * The price in the scenario: (reference + k × (price − reference)) times the factors of trends and shocks, floored
   * once; within what a price can be. null while no prices come.
   *
   * @param reference what the pair cost in the base at the start; it matters where volatility is changed
   * @param elapsed ms since the start, not negative
   */
  price(price: Price, reference: Price, elapsed: number): Price | null {
    for (const outage of this.#outages) if (isOut(outage, elapsed)) return null;
    return this.#transformed(price, reference, elapsed);
  }

  /**
   * A minute of the base in the scenario, for minutes whose ticks nobody heard; null when no prices came in all of it. Its
   * high and low are widened by half of the spread.
   * @param elapsed ms between the start and the minute's opening
   */
  candle(candle: Candle, reference: Price, elapsed: number): Candle | null {
    const end = elapsed + MINUTE_MS - 1;
    if (this.#outages.some((outage) => isOut(outage, elapsed) && isOut(outage, end))) return null;
    const at = (price: Price, moment: number): Price => this.#transformed(price, reference, moment);
    const [open, close] = [at(candle.open, elapsed), at(candle.close, end)];
    const all = [
      open,
      close,
      at(candle.high, elapsed),
      at(candle.high, end),
      at(candle.low, elapsed),
      at(candle.low, end),
    ];
    const high = all.reduce((a, b) => (b > a ? b : a));
    const low = all.reduce((a, b) => (b < a ? b : a));
    return { ...candle, open, close, high: askOf(high, this.spread), low: bidOf(low, this.spread) };
  }

  #transformed(price: Price, reference: Price, elapsed: number): Price {
    const { top, bottom } = this.#factorOf(elapsed);
    const { top: k, bottom: one } = this.#volatility;
    const moved = this.usesReference ? reference * one + k * (price - reference) : price;
    const result = divide(moved * top, one * bottom, 'floor');
    return result > MAX_PRICE ? MAX_PRICE : atLeastMinPrice(result);
  }

  #factorOf(elapsed: number): Factor {
    if (elapsed === this.#factorAt) return this.#factor;
    let [top, bottom] = [1n, 1n];
    for (const factorAt of this.#factors) {
      const factor = factorAt(elapsed);
      top *= factor.top;
      bottom *= factor.bottom;
    }
    this.#factor = { top, bottom };
    this.#factorAt = elapsed;
    return this.#factor;
  }
}

/** What a recipe does to each of the given pairs; those with the same stages share them. @throws RangeError for numbers that are none */
export function compileRecipe({ stages }: Recipe, symbols: readonly string[]): Map<string, PairStages> {
  const compiled = new Map<string, PairStages>();
  const bySymbol = new Map<string, PairStages>();
  for (const symbol of symbols) {
    const own = stages.map((stage) => stage.symbols === null || stage.symbols.includes(symbol));
    const key = own.join();
    let pairStages = compiled.get(key);
    if (pairStages === undefined) {
      pairStages = new PairStages(stages.filter((_, n) => own[n]));
      compiled.set(key, pairStages);
    }
    bySymbol.set(symbol, pairStages);
  }
  return bySymbol;
}

/** The spreads of the given pairs, by symbol; pairs without one are absent. */
export function spreadsOf(recipe: Recipe, symbols: readonly string[]): Map<string, Ppm> {
  const spreads = [...compileRecipe(recipe, symbols)].map(([symbol, { spread }]) => [symbol, spread] as const);
  return new Map(spreads.filter(([, spread]) => spread > 0n));
}
