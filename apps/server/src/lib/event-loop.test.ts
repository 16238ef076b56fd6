import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { watchEventLoop } from './event-loop.ts';

it('sees that the loop was held up', async () => {
  let endWindow = (): void => undefined;
  const clock = {
    ...systemClock,
    every(_ms: number, run: () => void) {
      endWindow = run;
      return () => undefined;
    },
  };
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
