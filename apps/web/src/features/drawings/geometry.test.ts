import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxOf, clip, distance, distanceToSegment, isInside, ray, sidesOf, type Point, type Size } from './geometry.ts';

const near: fc.Arbitrary<Point> = fc.record({
  x: fc.double({ min: -500, max: 1500, noNaN: true }),
  y: fc.double({ min: -500, max: 1500, noNaN: true }),
});
const anywhere: fc.Arbitrary<Point> = fc.record({
  x: fc.double({ min: -1e7, max: 1e7, noNaN: true }),
  y: fc.double({ min: -1e7, max: 1e7, noNaN: true }),
});
const size: Size = { width: 800, height: 400 };
const plot = { x: -2, y: -2, width: 804, height: 404 };
const within = ({ x, y }: Point, slack: number): boolean =>
  isInside({ x, y }, { x: plot.x - slack, y: plot.y - slack, width: 804 + 2 * slack, height: 404 + 2 * slack });

describe('distanceToSegment', () => {
  it('is what the nearest of many points of the segment has', () => {
    fc.assert(
      fc.property(near, near, near, (point, from, to) => {
        const sampled = Array.from({ length: 201 }, (_, at) => ({
          x: from.x + ((to.x - from.x) * at) / 200,
          y: from.y + ((to.y - from.y) * at) / 200,
        }));
        const least = Math.min(...sampled.map((sample) => distance(point, sample)));
        const exact = distanceToSegment(point, { from, to });
        expect(exact).toBeLessThanOrEqual(least + 1e-6);
        expect(exact).toBeGreaterThanOrEqual(least - distance(from, to) / 400 - 1e-6);
      }),
    );
  });

  it('is the distance to the point when a segment is one', () => {
    expect(distanceToSegment({ x: 3, y: 4 }, { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } })).toBe(5);
  });
});

describe('clip', () => {
  it('keeps what is inside of the plot, and only that', () => {
    fc.assert(
      fc.property(anywhere, anywhere, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
        const inside = clip({ from, to }, size);
        const point = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
        // Nothing that can be seen is cut off.
        const away = inside === null ? Number.POSITIVE_INFINITY : distanceToSegment(point, inside);
        expect(within(point, -1e-6) && away > 1e-3).toBe(false);
        const ends = inside === null ? [] : [inside.from, inside.to];
        expect(ends.every((end) => within(end, 1e-3))).toBe(true);
        expect(ends.every((end) => distanceToSegment(end, { from, to }) < 1e-3)).toBe(true);
      }),
    );
  });

  it('leaves a segment inside of the plot as it is', () => {
    const segment = { from: { x: 10, y: 20 }, to: { x: 700, y: 390 } };
    expect(clip(segment, size)).toEqual(segment);
  });
});

describe('ray', () => {
  it('goes on through its second point until it has left the plot', () => {
    fc.assert(
      fc.property(near, near, (from, through) => {
        fc.pre(distance(from, through) > 0.01);
        const drawn = ray(from, through, size);
        expect(drawn.from).toEqual(from);
        expect(distanceToSegment(through, drawn)).toBeLessThan(1e-3);
        expect(within(drawn.to, 0)).toBe(false);
      }),
    );
  });

  it('has no length without a direction', () => {
    const point = { x: 5, y: 5 };
    expect(ray(point, point, size)).toEqual({ from: point, to: point });
  });
});

it('makes the same box of any two opposite corners', () => {
  fc.assert(
    fc.property(near, near, (a, b) => {
      const box = boxOf(a, b);
      expect(boxOf(b, a)).toEqual(box);
      expect(boxOf({ x: a.x, y: b.y }, { x: b.x, y: a.y })).toEqual(box);
      expect(box.width >= 0 && box.height >= 0).toBe(true);
      for (const corner of [a, b]) {
        expect(Math.min(...sidesOf(box).map((side) => distanceToSegment(corner, side)))).toBeLessThan(1e-6);
      }
    }),
  );
});
