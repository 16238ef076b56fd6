import type { Candle } from './candle.ts';
import type { Price } from './decimal.ts';
import { isAtLiquidation } from './position.ts';
import { lifeAt, type ClosedPart, type LifeStage, type PathRules } from './same-path-life.ts';
import type { Side } from './pnl.ts';
import { acrossSpread, closingPrice } from './spread.ts';

const MINUTE_MS = 60_000;

/**
 * What is known of a path.
 *
 * - `ticks`: every valid price between entry and exit
 * - `minutes`: one-minute candles of all of it
 * - `partial`: some of it is not known
 */
export const PATH_KNOWLEDGE = ['ticks', 'minutes', 'partial'] as const;
export type PathKnowledge = (typeof PATH_KNOWLEDGE)[number];

/** A piece of a path, in prices that closing the position would have got. */
export interface PathStep {
  /** When it began and ended, ms by the market's own clock; null where it is not known when it was. */
  span: { from: number; to: number } | null;
  first: Price;
  /** For the position's side. */
  best: Price;
  worst: Price;
}

/** Best and worst price of a position's life for its side. */
export interface PathEnds {
  best: Price;
  worst: Price;
}

/** Whether a price is at least as bad for a position as another. */
export const isAsBad = (side: Side, price: Price, than: Price): boolean =>
  side === 'long' ? price <= than : price >= than;

const worse = (side: Side, a: Price, b: Price): Price => (isAsBad(side, a, b) ? a : b);
const better = (side: Side, a: Price, b: Price): Price => (isAsBad(side, a, b) ? b : a);

/** The stages of a life that a step may have been in: those of its span, both of two that meet in it. */
export function stagesOf<S extends Pick<LifeStage, 'from'>>({ span }: PathStep, stages: readonly S[]): readonly S[] {
  if (span === null || stages.length === 1) return stages;
  return stages.filter(({ from }, n) => from <= span.to && (stages[n + 1]?.from ?? Infinity) >= span.from);
}

/** Whether a price of this step would have liquidated the position, whichever stage it was in. */
function liquidates(side: Side, step: PathStep, life: readonly LifeStage[]): boolean {
  return stagesOf(step, life).every(({ liquidation }) => isAtLiquidation(side, liquidation, step.worst));
}

/**
 * Valid prices of a market between the fills of a part, each exactly one step. In older trades, prices that would have
 * liquidated the position before it was closed came while its first fill was being carried out: what it met came after them.
 */
export function tickSteps(
  part: ClosedPart,
  ticks: readonly { price: Price; time: number }[],
  rules: PathRules,
): PathStep[] {
  const { side, leverage } = part;
  const life = lifeAt(part, leverage, rules);
  const steps = ticks.map(({ price, time }): PathStep => {
    const quote = closingPrice(side, price, rules.spread);
    return { span: { from: time, to: time }, first: quote, best: quote, worst: quote };
  });
  return steps.slice(steps.findLastIndex((step) => liquidates(side, step, life)) + 1);
}

/**
 * One-minute candles of a part's life as steps. Their highs are what buys paid and their lows what sells got.
 *
 * @param ends of every price of the life. Known, they cut off what the first and the last minute saw before the entry and
 * after the exit, and stand for what no candle shows. Not known (null), those two minutes are left out.
 */
export function minuteSteps(
  part: ClosedPart,
  candles: readonly Candle[],
  rules: PathRules,
  ends: PathEnds | null,
): PathStep[] {
  const { side, entry, exit } = part;
  const life = lifeAt(part, part.leverage, rules);
  const steps: PathStep[] = [];
  for (const candle of candles) {
    const step = stepOf(side, candle, rules);
    const [from, to] = [candle.time * 1000, candle.time * 1000 + MINUTE_MS];
    if (to <= entry.time || from > exit.time) continue;
    if (ends === null && (from < entry.time || to > exit.time)) continue;
    const lived = ends === null ? step : cut(side, step, ends);
    // What a minute that began before the entry opened at is none of the position's.
    steps.push(from < entry.time ? { ...lived, first: lived.best } : lived);
  }
  const isShown = ends === null || exit.price === ends.worst || steps.some(({ worst }) => worst === ends.worst);
  if (!isShown) steps.push({ span: null, first: ends.best, ...ends });
  return steps.map((step) => survived(side, step, life));
}

function stepOf(side: Side, { time, open, high, low }: Candle, { spread }: PathRules): PathStep {
  const from = time * 1000;
  const across = (price: Price): Price => (spread === 0n ? price : acrossSpread(side, price, spread));
  const [best, worst] = side === 'long' ? [across(high), low] : [across(low), high];
  return {
    span: { from, to: from + MINUTE_MS },
    first: spread === 0n ? open : closingPrice(side, open, spread),
    best,
    worst,
  };
}

/** Nothing of it beyond the ends of the life. */
function cut(side: Side, step: PathStep, { best, worst }: PathEnds): PathStep {
  const within = (price: Price): Price => better(side, worse(side, price, best), worst);
  return { ...step, first: within(step.first), best: within(step.best), worst: within(step.worst) };
}

/** The position had not been liquidated: a candle that went there has a price that it did not meet. */
function survived(side: Side, step: PathStep, life: readonly LifeStage[]): PathStep {
  if (!liquidates(side, step, life)) return step;
  const levels = stagesOf(step, life).map(({ liquidation }) => liquidation);
  const last = levels.reduce((a, b) => (a === null || b === null ? null : worse(side, a, b)));
  if (last === null) return step;
  const limit = side === 'long' ? last + 1n : last - 1n;
  return { ...step, first: better(side, step.first, limit), worst: limit, best: better(side, step.best, limit) };
}
