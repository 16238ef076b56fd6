import type { Price, Usdt } from './decimal.ts';
import { PPM_ONE, type Ppm } from './liquidation.ts';
import { profitAndLoss, profitAndLossBasisPoints, type Side } from './pnl.ts';
import { isAtLiquidation, notionalOf } from './position.ts';
import { realise, type CloseReason } from './realise.ts';
import { divide } from './rounding.ts';
import { lifeAt, type ClosedPart, type LifeStage, type PathRules } from './same-path-life.ts';
import { isAsBad, stagesOf, type PathStep } from './same-path-steps.ts';
import { entryQuote, exitQuote, type QuoteSide } from './spread.ts';

/** Leverages that a closed trade is compared at, beside its own. */
export const COMPARED_LEVERAGES = [1, 2, 3, 5, 10] as const;
/** Distances of an added stop loss from the entry price, which it is compared with. */
export const COMPARED_STOPS: readonly Ppm[] = [10_000n, 20_000n, 50_000n];

/** What is changed of a trade. */
export interface WhatIf {
  leverage: number;
  /** Distance of an added stop loss from the entry price; null: none was added. */
  stop: Ppm | null;
}

/**
 * - `same`: as it did, by what closed it then
 * - `stop`: by the added stop loss
 * - `liquidation`
 * - `open`: it was liquidated then, and would have been open still; closed at that price
 */
export const PATH_ENDINGS = ['same', 'stop', 'liquidation', 'open'] as const;
export type PathEnding = (typeof PATH_ENDINGS)[number];

/** Where a trade would have ended. */
export interface PathOutcome extends WhatIf {
  ending: PathEnding;
  price: Price;
  /** ms by the market's own clock; null where it is not known when. */
  time: number | null;
  /** PnL minus all fees, without funding. */
  net: Usdt;
  /** The same in hundredths of a percent of the closed part's margin. */
  netBasisPoints: bigint;
  /** Of the last stage of its life; null at a leverage that none can be liquidated at. */
  liquidation: Price | null;
}

/** Where an added stop loss stands, rounded so that it fires no later than the exact level. */
export function stopFrom(side: Side, entryPrice: Price, distance: Ppm): Price {
  return side === 'long'
    ? divide(entryPrice * (PPM_ONE - distance), PPM_ONE, 'ceil')
    : divide(entryPrice * (PPM_ONE + distance), PPM_ONE, 'floor');
}

interface Hit {
  stage: LifeStage;
  price: Price;
}

/** A stage with the first level behind the price that it has; null when none can be reached. */
interface LeveledStage extends LifeStage {
  level: Price | null;
}

function levelOf(side: Side, { entryPrice, liquidation }: LifeStage, distance: Ppm | null): Price | null {
  const stop = distance === null ? null : stopFrom(side, entryPrice, distance);
  if (stop === null || liquidation === null) return stop ?? liquidation;
  return isAsBad(side, stop, liquidation) ? liquidation : stop;
}

/** Of the stages that a step may have been in, the one whose level is the last to be reached; null when it is not. */
function hitOf(side: Side, step: PathStep, stages: readonly LeveledStage[]): Hit | null {
  let last: Hit | null = null;
  for (const stage of stagesOf(step, stages)) {
    const { level } = stage;
    if (level === null || !isAsBad(side, step.worst, level)) return null;
    if (last === null || isAsBad(side, level, last.price)) last = { stage, price: level };
  }
  return last !== null && isAsBad(side, step.first, last.price) ? { ...last, price: step.first } : last;
}

/** What the part comes to when it is closed at `price`. */
function netAt(part: ClosedPart, { leverage }: WhatIf, { stage, price }: Hit, reason: CloseReason, fee: Ppm): Usdt {
  const { margin, entryPrice, openFee } = stage;
  const exposure = { side: part.side, margin, notional: notionalOf(margin, leverage), entryPrice };
  const { pnl, fee: closing } = realise(exposure, price, reason, fee);
  return pnl - closing - openFee;
}

/**
 * Where a closed part would have ended on the same path with the same margin, at another leverage, with an added stop
 * loss, or both. What the person and the market did otherwise stays: fills, levels and the close, which comes when it came
 * unless the position was gone before. At the leverage really used and without an added stop it is the real result.
 *
 * A step is gone through at its first price, then at its worst: of a candle, the worse order for the position.
 *
 * @param steps between entry and exit, in their order, without them
 */
export function outcomeOf(part: ClosedPart, steps: readonly PathStep[], rules: PathRules, whatIf: WhatIf): PathOutcome {
  const { side, exit, reason } = part;
  const stages = lifeAt(part, whatIf.leverage, rules).map((stage): LeveledStage => ({
    ...stage,
    level: levelOf(side, stage, whatIf.stop),
  }));
  const last = stages.at(-1);
  if (last === undefined) throw new Error('a life has a stage');
  const ended = (ending: PathEnding, hit: Hit, time: number | null, by: CloseReason): PathOutcome => {
    const net = netAt(part, whatIf, hit, by, rules.takerFee);
    const netBasisPoints = profitAndLossBasisPoints(net, part.margin);
    return { ...whatIf, ending, price: hit.price, time, net, netBasisPoints, liquidation: last.liquidation };
  };
  for (const step of steps) {
    const hit = hitOf(side, step, stages);
    if (hit === null) continue;
    const time = step.span?.from ?? null;
    return isAtLiquidation(side, hit.stage.liquidation, hit.price)
      ? ended('liquidation', hit, time, 'liquidation')
      : ended('stop', hit, time, 'stopLoss');
  }
  const end: Hit = { stage: last, price: exit.price };
  if (isAtLiquidation(side, last.liquidation, exit.price)) return ended('liquidation', end, exit.time, 'liquidation');
  return reason === 'liquidation' ? ended('open', end, exit.time, 'user') : ended('same', end, exit.time, reason);
}

/** Outcomes at every compared leverage and the one really used, each without an added stop and with every compared one. */
export function outcomesOf(part: ClosedPart, steps: readonly PathStep[], rules: PathRules): PathOutcome[] {
  const leverages = [...new Set([...COMPARED_LEVERAGES, part.leverage])].sort((a, b) => a - b);
  return leverages.flatMap((leverage) =>
    [null, ...COMPARED_STOPS].map((stop) => outcomeOf(part, steps, rules, { leverage, stop })),
  );
}

/** What a real result is made of: the parts sum to it, to the last unit. */
export interface ResultSplit {
  /** What the move of the price alone brought to the margin, without leverage and costs. */
  direction: Usdt;
  /** What the leverage made of it beyond that. */
  leverage: Usdt;
  /** What buying above and selling below the price cost; 0 or negative but for a rounding. */
  spread: Usdt;
  /** Loss beyond the margin, which was the insurance account's. Not negative. */
  insurance: Usdt;
  /** Opening and closing fees, or what the liquidation took. Not positive. */
  fee: Usdt;
  net: Usdt;
}

/** A real result, and what it was reckoned from. */
export interface RealResult {
  side: Side;
  margin: Usdt;
  notional: Usdt;
  entryPrice: Price;
  exitPrice: Price;
  pnl: Usdt;
  fee: Usdt;
}

/** The price of the market that a quote belongs to, floored. */
const priceOf = (quote: Price, side: QuoteSide, spread: Ppm): Price =>
  divide(quote * 2n * PPM_ONE, 2n * PPM_ONE + (side === 'buy' ? spread : -spread), 'floor');

/** Takes a real result apart. */
export function splitResult(real: RealResult, { spread }: Pick<PathRules, 'spread'>): ResultSplit {
  const { side, margin, notional, entryPrice, exitPrice, pnl, fee } = real;
  const [entry, exit] = [priceOf(entryPrice, entryQuote(side), spread), priceOf(exitPrice, exitQuote(side), spread)];
  const direction = profitAndLoss({ side, notional: margin, entryPrice: entry }, exit);
  const withLeverage = profitAndLoss({ side, notional, entryPrice: entry }, exit);
  const raw = profitAndLoss({ side, notional, entryPrice }, exitPrice);
  return {
    direction,
    leverage: withLeverage - direction,
    spread: raw - withLeverage,
    insurance: pnl - raw,
    fee: -fee,
    net: pnl - fee,
  };
}
