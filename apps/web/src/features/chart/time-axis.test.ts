import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeOfX, xOfTime } from './time-axis.ts';

const gaps = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 30 });
const STEP = 60;

/** Bars with holes of some bars between them, as the library places them: side by side. */
function axisOf(holes: readonly number[], spacing: number, left: number) {
  const bars: { time: number }[] = [];
  let time = 6000;
  for (const hole of holes) {
    bars.push({ time });
    time += hole * STEP;
  }
  const xOfBar = (at: number): number | null => {
    const index = bars.findIndex((bar) => bar.time === at);
    return index < 0 ? null : left + index * spacing;
  };
  return { bars, step: STEP, spacing, xOfBar };
}

it('places every time, also between bars and beyond them, so that pixels lead back to it', () => {
  fc.assert(
    fc.property(
      gaps,
      fc.double({ min: 0.5, max: 60, noNaN: true }),
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: 0, max: 30_000 }),
      (holes, spacing, left, time) => {
        const axis = axisOf(holes, spacing, left);
        const x = xOfTime(axis, time);
        expect(x).not.toBeNull();
        expect(timeOfX(axis, x ?? Number.NaN)).toBeCloseTo(time, 3);
        expect(xOfTime(axis, time + 1)).toBeGreaterThan(x ?? Number.NaN);
      },
    ),
  );
});

it('knows nothing without bars', () => {
  const axis = { ...axisOf([1], 7, 0), bars: [] };
  expect(xOfTime(axis, 6000)).toBeNull();
  expect(timeOfX(axis, 10)).toBeNull();
});
