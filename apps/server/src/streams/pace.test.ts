import { FakeClock } from '@plecho/testkit';
import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

/** Counts what is sent, by the time it is sent at. */
function paced() {
  const clock = new FakeClock(0);
  const sent: number[] = [];
  let waiting = 0;
  const pace = new Pace(clock, () => {
    if (waiting === 0) return false;
    waiting = 0;
    sent.push(clock.now());
    return true;
  });
  const price = (): void => {
    waiting += 1;
    pace.news();
  };
  return { clock, pace, sent, price };
}

it('the prices of a moment are one frame, sent at once', () => {
  const { clock, sent, price } = paced();
  clock.advance(1_000);
  price();
  clock.advance(10);
  price();
  clock.advance(10);
  expect(sent).toEqual([1_020]);
  clock.advance(5_000);
  expect(sent).toEqual([1_020]);
});

it('however fast prices come, four frames a second are sent, and the last of them is not kept back', () => {
  const { clock, sent, price } = paced();
  for (let ms = 0; ms < 3_000; ms += 5) {
    price();
    clock.advance(5);
  }
  expect(sent.length).toBeLessThanOrEqual(12);
  sent.forEach((at, frame) => frame > 0 && expect(at - (sent[frame - 1] ?? 0)).toBe(250));
  clock.advance(250);
  expect(sent.at(-1)).toBeGreaterThanOrEqual(3_000);
});

it('a look at what is due makes nobody wait who has news afterwards', () => {
  const { clock, pace, sent, price } = paced();
  pace.look();
  clock.advance(1);
  price();
  pace.look();
  clock.advance(20);
  expect(sent).toEqual([21]);
});

it('sends nothing once it is stopped', () => {
  const { clock, pace, sent, price } = paced();
  price();
  pace.stop();
  price();
  pace.look();
  clock.advance(10_000);
  expect(sent).toEqual([]);
});
