import { systemClock, type Clock } from '../../src/lib/clock.ts';

export interface TimersByHand {
  /** What is asked for every so often happens when the test says so; the rest is real. */
  clock: Clock;
  /** By their period, ms. */
  timers: Map<number, () => void>;
  run(ms: number): void;
}

export function timersByHand(): TimersByHand {
  const timers = new Map<number, () => void>();
  const every = (ms: number, run: () => void): (() => void) => {
    timers.set(ms, run);
    return () => timers.delete(ms);
  };
  return { clock: { ...systemClock, every }, timers, run: (ms) => timers.get(ms)?.() };
}

/** Timers run by themselves, and a test can fire those that are too slow for it. */
export function timersAlsoByHand(): TimersByHand {
  const byHand = timersByHand();
  const every = (ms: number, run: () => void): (() => void) => {
    const stops = [systemClock.every(ms, run), byHand.clock.every(ms, run)];
    return () => stops.forEach((stop) => stop());
  };
  return { ...byHand, clock: { ...systemClock, every } };
}
