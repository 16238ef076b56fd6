import type { LessonGapCode } from '@plecho/contract';
import {
  LESSON_TASKS,
  LESSONS,
  parsePrice,
  parseUsdt,
  roundTripCost,
  type Candle,
  type CloseReason,
  type Lesson,
  type Price,
} from '@plecho/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUESTIONS, REPLAY_CHECKS, rewardGap, type ReplayFacts } from './checks.ts';
import type { Held } from './held.ts';
import { noiseAt } from './noise.ts';
import { CRASH, LESSON_REPLAYS } from './replays.ts';

const price = (text: string): Price => parsePrice(text) ?? 0n;
const usdt = (text: string): bigint => parseUsdt(text) ?? 0n;
const MINUTE = 60_000;

const held = (changes: Partial<Held> = {}): Held => ({
  ...{ id: 1n, side: 'long', leverage: 10, notional: usdt('1000'), entryPrice: price('100') },
  ...{ stopLoss: null, takeProfit: null, rested: false, openedAt: CRASH.from - MINUTE, close: null, isOpen: true },
  ...changes,
});

const closed = (reason: CloseReason, at: number, exit = '90.4', changes: Partial<Held> = {}): Held =>
  held({ close: { at, price: price(exit), reason }, isOpen: false, ...changes });

const facts = (changes: Partial<ReplayFacts> = {}): ReplayFacts => ({
  ...{ held: [], orders: [], total: usdt('1000'), takerFee: 0n, candles: [], now: CRASH.from },
  ...changes,
});

const verdict = (lesson: Lesson, found: Partial<ReplayFacts>, answer: number | null = null): LessonGapCode | null => {
  const check = REPLAY_CHECKS[lesson];
  if (check === undefined) throw new Error(`${lesson} has no replay`);
  return check(facts(found), answer)?.code ?? null;
};

it('every lesson has exactly one way in which it is checked', () => {
  const ways = LESSONS.map((lesson) => [
    lesson,
    [REPLAY_CHECKS[lesson] !== undefined, QUESTIONS[lesson] !== undefined, lesson === 'wrong-network'].filter(Boolean)
      .length,
  ]);
  expect(ways).toEqual(LESSONS.map((lesson) => [lesson, 1]));
  for (const lesson of LESSONS) expect(REPLAY_CHECKS[lesson] !== undefined).toBe(LESSON_REPLAYS[lesson] !== null);
});

describe('a lesson in a replay', () => {
  it('needs something that was done there', () => {
    for (const lesson of LESSONS)
      if (REPLAY_CHECKS[lesson] !== undefined) expect(verdict(lesson, {})).toBe('no_position');
  });

  it('leverage: a liquidated long of ten times, and what its receipt says', () => {
    const at = CRASH.from + 40 * MINUTE;
    const liquidated = closed('liquidation', at);
    expect(verdict('leverage', { held: [held({ side: 'short' })] })).toBe('wrong_side');
    expect(verdict('leverage', { held: [closed('liquidation', at, '90.4', { leverage: 9 })] })).toBe('leverage');
    expect(verdict('leverage', { held: [held()] })).toBe('still_open');
    expect(verdict('leverage', { held: [closed('user', at)] })).toBe('closed_early');
    expect(verdict('leverage', { held: [liquidated] })).toBe('no_answer');
    expect(verdict('leverage', { held: [liquidated] }, 1_000)).toBeNull();
    expect(verdict('leverage', { held: [liquidated] }, 960)).toBeNull();
    expect(verdict('leverage', { held: [liquidated] }, 1_011)).toBe('wrong_answer');
    // What came after it takes nothing away.
    expect(verdict('leverage', { held: [held({ id: 2n, side: 'short' }), liquidated] }, 960)).toBeNull();
  });

  it('liquidation: with leverage, from before the crash to its end', () => {
    const two = { leverage: 2 };
    expect(verdict('liquidation', { held: [held({ leverage: 1 })] })).toBe('leverage');
    expect(verdict('liquidation', { held: [held({ ...two, openedAt: CRASH.from })] })).toBe('opened_late');
    expect(verdict('liquidation', { held: [held(two)], now: CRASH.to - 1 })).toBe('crash_ahead');
    expect(verdict('liquidation', { held: [held(two)], now: CRASH.to })).toBeNull();
    expect(verdict('liquidation', { held: [closed('user', CRASH.to - 1, '70', two)], now: CRASH.to })).toBe(
      'closed_early',
    );
    expect(verdict('liquidation', { held: [closed('user', CRASH.to, '70', two)], now: CRASH.to })).toBeNull();
    expect(verdict('liquidation', { held: [closed('liquidation', CRASH.to, '70', two)], now: CRASH.to })).toBe(
      'liquidated',
    );
  });

  it('sizing: five percent against it cost a hundredth of the account, give or take a tenth of that', () => {
    const sized = (notional: string) => verdict('sizing', { held: [held({ notional: usdt(notional) })] });
    expect([sized('200'), sized('180'), sized('220')]).toEqual([null, null, null]);
    expect([sized('178'), sized('222'), sized('1000')]).toEqual(['loss_share', 'loss_share', 'loss_share']);
  });

  it('stop-loss: behind the noise of the hours before it, and no dearer than the account bears', () => {
    const hour = (n: number, range: string): Candle => {
      const low = price('99');
      return { time: n * 3_600, open: low, close: low, low, high: low + price(range), volume: 1n };
    };
    const candles = [hour(0, '1'), hour(1, '3'), hour(2, '2'), hour(3, '50')];
    const openedAt = 3.5 * 3_600_000;
    expect(noiseAt(candles, openedAt)).toBe(price('2'));
    expect(noiseAt(candles, 0)).toBeNull();
    const stopped = (stop: string | null, notional = '500') =>
      verdict('stop-loss', {
        candles,
        held: [held({ openedAt, notional: usdt(notional), stopLoss: stop === null ? null : price(stop) })],
      });
    expect(stopped(null)).toBe('no_stop');
    expect(stopped('98.01')).toBe('stop_in_noise');
    expect(stopped('98')).toBeNull();
    expect(stopped('96')).toBeNull();
    expect(stopped('95.99')).toBe('stop_too_dear');
    expect(stopped('98', '1001')).toBe('stop_too_dear');
  });

  it('short: closed by its person when the price had begun to fall', () => {
    const down = { side: 'short' as const };
    expect(verdict('short', { held: [held()] })).toBe('wrong_side');
    expect(verdict('short', { held: [held(down)] })).toBe('still_open');
    expect(verdict('short', { held: [closed('user', CRASH.from, '100', down)] })).toBe('closed_early');
    expect(verdict('short', { held: [closed('user', CRASH.from + 1, '101', down)] })).toBeNull();
    expect(verdict('short', { held: [closed('takeProfit', CRASH.to, '80', down)] })).toBeNull();
    expect(verdict('short', { held: [closed('liquidation', CRASH.to, '120', down)] })).toBe('liquidated');
    expect(verdict('short', { held: [closed('marketEnd', CRASH.to, '80', down)] })).toBe('still_open');
    expect(verdict('short', { held: [closed('user', CRASH.to, '80', { ...down, openedAt: CRASH.to })] })).toBe(
      'opened_late',
    );
  });

  it('limit-order: a position of an order that had rested', () => {
    expect(verdict('limit-order', { held: [held()] })).toBe('not_limit');
    expect(verdict('limit-order', { held: [held({ rested: true })] })).toBeNull();
  });
});

describe('the reward', () => {
  it('is twice the risk or more, whichever the side', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), fc.boolean(), (risk, reward, isLong) => {
        const entryPrice = 10n ** 13n;
        const side = isLong ? 1n : -1n;
        const plan = { entryPrice, stopLoss: entryPrice - side * risk, takeProfit: entryPrice + side * reward };
        expect(rewardGap(plan) === null).toBe(reward >= 2n * risk);
      }),
    );
    const half = { entryPrice: price('100'), stopLoss: price('90'), takeProfit: price('115') };
    expect(rewardGap(half)).toEqual({ code: 'reward', need: '2', have: '1.5' });
    expect(rewardGap({ ...half, takeProfit: null })?.code).toBe('no_levels');
  });
});

describe('a question', () => {
  it('is answered by what a round trip really costs, to five hundredths', () => {
    const cost = Number(roundTripCost(LESSON_TASKS.costs)) / 10_000;
    expect(cost).toBeCloseTo(399.6, 1);
    const answer = (hundredths: number | null) => QUESTIONS.costs?.(hundredths)?.code ?? null;
    expect([answer(400), answer(395), answer(404)]).toEqual([null, null, null]);
    expect([answer(406), answer(200), answer(null)]).toEqual(['wrong_answer', 'wrong_answer', 'no_answer']);
  });

  it('has one right screen of five', () => {
    const right = Array.from({ length: LESSON_TASKS.screens }, (_, n) => QUESTIONS['fake-exchange']?.(n + 1) ?? null);
    expect(right.filter((each) => each === null)).toHaveLength(1);
  });
});
