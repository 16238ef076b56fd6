import type { Candles } from '../../engine/candles/ports.ts';

/** Builds no candles: the clock of the demonstration leaps, and the server fills the history by itself. */
export const NO_CANDLES: Candles = {
  start: () => Promise.resolve(),
  tick: () => undefined,
  open: () => null,
  series: () => Promise.resolve([]),
  stats: () => null,
  course: () => [],
  moveFrequency: () => Promise.reject(new Error('there are no candles')),
  pending: 0,
  end: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};
