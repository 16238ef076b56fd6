import { expect, it } from 'vitest';
import { timersByHand } from '../../test/support/timers-by-hand.ts';
import { watchEventLoop } from './event-loop.ts';

it('sees that the loop was held up', async () => {
  const { clock, run } = timersByHand();
  const endWindow = (): void => run(10_000);
  const monitor = watchEventLoop(clock);
  try {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const until = performance.now() + 150;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const { delayP99Ms, utilization } = monitor.read();
    expect(delayP99Ms).toBeGreaterThan(80);
    expect(utilization).toBeGreaterThan(0);
    expect(utilization).toBeLessThanOrEqual(1);

    endWindow();
    expect(monitor.read().delayP99Ms).toBeGreaterThan(80);
    endWindow();
    expect(monitor.read().delayP99Ms).toBe(0);
  } finally {
    monitor.stop();
  }
});

it('S11 is overloaded from the second look in a row that comes seconds late to the next one that does not', () => {
  const { clock, timers, run } = timersByHand();
  let now = 0;
  const monitor = watchEventLoop(clock, () => now);
  const look = (afterMs: number): boolean => {
    now += afterMs;
    run(1_000);
    return monitor.isOverloaded();
  };
  const looks = [1_000, 4_100, 3_900, 4_100, 4_100, 1_000].map(look);
  expect(looks).toEqual([false, false, false, false, true, false]);
  monitor.stop();
  expect(timers.size).toBe(0);
});
