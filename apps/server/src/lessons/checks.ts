import type { LessonGap, LessonGapCode } from '@plecho/contract';
import {
  divide,
  formatDecimal,
  formatPrice,
  LESSON_TASKS,
  lossAtStop,
  roundTripCost,
  tradingFee,
  type Candle,
  type Lesson,
  type Ppm,
  type Price,
  type Usdt,
} from '@plecho/domain';
import type { OrderState } from '../commands/batch.ts';
import type { Held } from './held.ts';
import { noiseAt } from './noise.ts';
import { CRASH } from './replays.ts';

/** Everything that happened in the replay of a lesson. */
export interface ReplayFacts {
  /** Newest first. */
  held: readonly Held[];
  /** Those that wait. */
  orders: readonly OrderState[];
  /** What the account holds, without the result of what is open. */
  total: Usdt;
  takerFee: Ppm;
  /** Hourly, ascending. */
  candles: readonly Candle[];
  /** The replay's clock, ms. */
  now: number;
}

/** null: nothing is missing. */
export type Verdict = LessonGap | null;

const HUNDRED = 100n;
/** The one of the screens that is no exchange. */
const FAKE_SCREEN = 4;
/** Of an answer, in hundredths: what somebody may have rounded away. */
const NEAR = { move: 50n, cost: 5n };
/** Of a share that has to be met, in hundredths of a percent: a tenth of it. */
const SHARE_SLACK = 10n;

export const gap = (code: LessonGapCode, need: string | null = null, have: string | null = null): LessonGap => ({
  ...{ code, need, have },
});

const distance = (a: Price, b: Price): Price => (a > b ? a - b : b - a);

/** In hundredths, ceiled: 12.345 → 1235. */
const hundredths = (part: bigint, whole: bigint): bigint =>
  whole > 0n ? divide(part * HUNDRED, whole, 'ceil') : 100_000_000n;
const percentOf = (part: Usdt, whole: Usdt): bigint => hundredths(part * HUNDRED, whole);
const written = (hundredthsOf: bigint): string => formatDecimal(hundredthsOf, 2);

function answered(answer: number | null, right: bigint, near: bigint): Verdict {
  if (answer === null) return gap('no_answer');
  const off = BigInt(answer) - right;
  return (off < 0n ? -off : off) <= near ? null : gap('wrong_answer');
}

/** Done when one of them will do; otherwise what the newest one lacks. */
function any(held: readonly Held[], judge: (one: Held) => Verdict): Verdict {
  const [newest] = held;
  if (newest === undefined) return gap('no_position');
  const verdicts = held.map(judge);
  return verdicts.includes(null) ? null : (verdicts[0] ?? null);
}

/** A long of ten times, which the crash has liquidated; and by how much the price had moved, read in its receipt. */
function leverage({ held }: ReplayFacts, answer: number | null): Verdict {
  const { leverage: needed } = LESSON_TASKS.leverage;
  return any(held, ({ side, leverage: had, close, isOpen, entryPrice }) => {
    if (side !== 'long') return gap('wrong_side');
    if (had !== needed) return gap('leverage', String(needed), String(had));
    if (isOpen || close === null) return gap('still_open');
    if (close.reason !== 'liquidation') return gap('closed_early');
    const moved = hundredths(distance(entryPrice, close.price) * HUNDRED, entryPrice);
    return answered(answer, moved, NEAR.move);
  });
}

/** A long with leverage from before the crash that was there, or still open, when it was over. */
function liquidation({ held, now }: ReplayFacts): Verdict {
  const { leastLeverage } = LESSON_TASKS.survivor;
  return any(held, ({ side, leverage: had, openedAt, close, isOpen }) => {
    if (side !== 'long') return gap('wrong_side');
    if (had < leastLeverage) return gap('leverage', String(leastLeverage), String(had));
    if (openedAt >= CRASH.from) return gap('opened_late');
    if (!isOpen && close?.reason === 'liquidation') return gap('liquidated');
    if (!isOpen && close !== null && close.at < CRASH.to) return gap('closed_early');
    return now >= CRASH.to ? null : gap('crash_ahead', String(Math.ceil((CRASH.to - now) / 60_000)));
  });
}

/** A position that loses a hundredth of the account when the price goes five percent against it. */
function sizing({ held, total }: ReplayFacts): Verdict {
  const { move, loss } = LESSON_TASKS.sizing;
  return any(held, ({ notional }) => {
    const share = percentOf(divide(notional * BigInt(move), HUNDRED, 'ceil'), total);
    const off = share - BigInt(loss) * HUNDRED;
    return -SHARE_SLACK <= off && off <= SHARE_SLACK ? null : gap('loss_share', String(loss), written(share));
  });
}

/** A stop loss behind what the price does in any hour, at a loss that the account bears. */
function stopLoss({ held, total, takerFee, candles }: ReplayFacts): Verdict {
  const { loss } = LESSON_TASKS.stop;
  return any(held, (one) => {
    if (one.stopLoss === null) return gap('no_stop');
    const noise = noiseAt(candles, one.openedAt) ?? 0n;
    const away = distance(one.entryPrice, one.stopLoss);
    if (away < noise) return gap('stop_in_noise', formatPrice(noise), formatPrice(away));
    const share = percentOf(lossAtStop(one, one.stopLoss, tradingFee(one.notional, takerFee), takerFee), total);
    return share <= BigInt(loss) * HUNDRED ? null : gap('stop_too_dear', String(loss), written(share));
  });
}

interface Plan {
  entryPrice: Price;
  stopLoss: Price | null;
  takeProfit: Price | null;
}

/** @returns what is missing for the reward to be worth the risk */
export function rewardGap({ entryPrice, stopLoss: stop, takeProfit: take }: Plan): Verdict {
  const { ratio } = LESSON_TASKS.reward;
  if (stop === null || take === null) return gap('no_levels');
  const reward = distance(take, entryPrice);
  const risk = distance(entryPrice, stop);
  if (reward >= risk * BigInt(ratio) && reward > 0n) return null;
  return gap('reward', String(ratio), risk === 0n ? null : written(divide(reward * HUNDRED, risk, 'floor')));
}

/** A position, or an order that waits, whose take profit is twice as far as its stop loss. */
function takeProfit({ held, orders }: ReplayFacts): Verdict {
  const waiting = orders.flatMap(({ limitPrice, stopPrice, ...levels }): Plan[] => {
    const entryPrice = limitPrice ?? stopPrice;
    return entryPrice === null || levels.reduces !== null ? [] : [{ ...levels, entryPrice }];
  });
  if (waiting.some((plan) => rewardGap(plan) === null)) return null;
  const verdict = any(held, rewardGap);
  const [first] = waiting;
  return verdict?.code === 'no_position' && first !== undefined ? rewardGap(first) : verdict;
}

/** A short that its person closed when the price had begun to fall. */
function short({ held }: ReplayFacts): Verdict {
  return any(held, ({ side, openedAt, close, isOpen }) => {
    if (side !== 'short') return gap('wrong_side');
    if (openedAt >= CRASH.to) return gap('opened_late');
    if (close === null) return gap('still_open');
    if (close.reason === 'liquidation') return gap('liquidated');
    if (close.reason === 'marketEnd' || isOpen) return gap('still_open');
    return close.at > CRASH.from ? null : gap('closed_early');
  });
}

/** A position that an order opened which had waited for its price. */
function limitOrder({ held, orders }: ReplayFacts): Verdict {
  if (held.some(({ rested }) => rested)) return null;
  if (orders.some(({ kind, reduces }) => kind === 'limit' && reduces === null)) return gap('order_waits');
  return gap(held.length === 0 ? 'no_position' : 'not_limit');
}

/** What lessons ask that is no replay: a number. */
export const QUESTIONS: Partial<Record<Lesson, (answer: number | null) => Verdict>> = {
  costs: (answer) => answered(answer, hundredths(roundTripCost(LESSON_TASKS.costs), 1_000_000n), NEAR.cost),
  'fake-exchange': (answer) => answered(answer, BigInt(FAKE_SCREEN), 0n),
};

/** Whether the task of a lesson with a replay is done. */
export const REPLAY_CHECKS: Partial<Record<Lesson, (facts: ReplayFacts, answer: number | null) => Verdict>> = {
  leverage,
  liquidation,
  sizing,
  'stop-loss': stopLoss,
  'take-profit': takeProfit,
  short,
  'limit-order': limitOrder,
};
