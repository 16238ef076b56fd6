import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { onceAMinute } from './once-a-minute.ts';

it('what happens often is said at once and then once a minute, with how often it was', () => {
  const clock = new FakeClock(0);
  const said: number[] = [];
  const happened = onceAMinute(clock, (times) => said.push(times));
  for (let second = 0; second < 125; second += 1) {
    happened();
    // Steps of the time of day change nothing.
    clock.step(second % 2 === 0 ? -3_600_000 : 3_600_000);
    clock.advance(1_000);
  }
  expect(said).toEqual([1, 60, 60]);
});
