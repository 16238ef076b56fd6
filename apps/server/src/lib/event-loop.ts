import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Clock } from './clock.ts';

/** Figures cover the last whole window of this length, or the time since the start before there was one. */
const WINDOW_MS = 10_000;
const RESOLUTION_MS = 20;
/** Between two looks at whether the loop can keep up, and how late such a look is only when something is badly wrong. */
const PROBE_MS = 1_000;
const OVERLOAD_MS = 3_000;
const NS_PER_MS = 1e6;

export interface LoopFigures {
  /** How much later than due a timer fires, ms. */
  delayMeanMs: number;
  delayP99Ms: number;
  /** Share of the time in which the loop was busy, 0 to 1. */
  utilization: number;
}

export interface LoopMonitor {
  read(): LoopFigures;
  /** Whether the last two looks came seconds late: one alone is a process that was stopped and goes on. */
  isOverloaded(): boolean;
  stop(): void;
}

/**
 * Watches how late and how busy the event loop of this process is.
 * @param elapsed milliseconds that never step
 */
export function watchEventLoop(clock: Clock, elapsed = (): number => performance.now()): LoopMonitor {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let begun = performance.eventLoopUtilization();
  let last: LoopFigures | null = null;
  // The histogram holds the time between two firings of a timer, its own period included.
  const late = (ns: number): number => (Number.isFinite(ns) ? Math.max(0, ns / NS_PER_MS - RESOLUTION_MS) : 0);
  const current = (): LoopFigures => ({
    delayMeanMs: late(delay.mean),
    delayP99Ms: late(delay.percentile(99)),
    utilization: performance.eventLoopUtilization(begun).utilization,
  });
  const cancel = clock.every(WINDOW_MS, () => {
    last = current();
    delay.reset();
    begun = performance.eventLoopUtilization();
  });
  let lookedAt = elapsed();
  let lateLooks = 0;
  const cancelProbe = clock.every(PROBE_MS, () => {
    const now = elapsed();
    lateLooks = now - lookedAt - PROBE_MS > OVERLOAD_MS ? lateLooks + 1 : 0;
    lookedAt = now;
  });
  return {
    read: () => last ?? current(),
    isOverloaded: () => lateLooks > 1,
    stop() {
      cancel();
      cancelProbe();
      delay.disable();
    },
  };
}
