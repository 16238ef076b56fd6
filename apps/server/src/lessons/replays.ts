import type { NewReplaySession } from '@plecho/contract';
import type { Lesson } from '@plecho/domain';

const HOUR = 3_600;
const DAY = 86_400;

/** Of the product's recordings; how they are made is told in docs/replays.md. Seconds. */
const BEGINS = 1_769_990_400;
const CRASH_AT = BEGINS + 3 * DAY + 14 * HOUR;

/** The first and the last moment of the fall in the recording «crash», ms by the clock of its replays. */
export const CRASH = { from: CRASH_AT * 1000, to: (CRASH_AT + 2 * HOUR) * 1000 - 1 } as const;

export const LESSON_SYMBOL = 'BTCUSDT';

const replay = (dataset: string, startAt: number): NewReplaySession => ({
  ...{ dataset, symbols: [LESSON_SYMBOL], startAt, speed: 60, masked: false },
});

/** Ten minutes before the price begins to fall: ten seconds of playing. */
const BEFORE_CRASH = replay('crash', CRASH_AT - 600);

/** What the task of each lesson is done in; null: not in a replay. */
export const LESSON_REPLAYS: Readonly<Record<Lesson, NewReplaySession | null>> = {
  leverage: BEFORE_CRASH,
  liquidation: BEFORE_CRASH,
  sizing: replay('sideways', BEGINS + 2 * DAY),
  'stop-loss': replay('trend', BEGINS + 2 * DAY),
  'take-profit': replay('trend', BEGINS + 3 * DAY),
  costs: null,
  short: BEFORE_CRASH,
  'limit-order': replay('sideways', BEGINS + 3 * DAY),
  'wrong-network': null,
  'fake-exchange': null,
};
