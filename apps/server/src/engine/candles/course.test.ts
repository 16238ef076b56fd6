import { describe, expect, it } from 'vitest';
import { courseOf } from './course.ts';

const NOW = 1_795_003_620;
const [HALF_HOUR, DAY] = [1800, 86_400];

describe('courseOf', () => {
  it('is a point every half hour up to now, each what the last minute before it closed at', () => {
    const course = courseOf(NOW, (time) => BigInt(time));
    expect(course).toHaveLength(49);
    expect(course[0]).toBe(BigInt(NOW - DAY - 60));
    expect(course[46]).toBe(BigInt(NOW - 2 * HALF_HOUR - 60));
    expect(course[48]).toBe(BigInt(NOW - 60));
  });

  it('begins with the first price there was and stands still through a silence', () => {
    const closes = new Map([
      [NOW - 4 * HALF_HOUR - 600, 7n],
      [NOW - HALF_HOUR - 60, 9n],
    ]);
    expect(courseOf(NOW, (time) => closes.get(time) ?? null)).toEqual([7n, 7n, 7n, 9n, 9n]);
  });

  it('begins where the day of minutes that is kept does', () => {
    const course = courseOf(NOW, (time) => (time > NOW - DAY ? BigInt(time) : null));
    expect(course).toHaveLength(49);
    expect(course.slice(0, 2)).toEqual([BigInt(NOW - DAY + 60), BigInt(NOW - DAY + HALF_HOUR - 60)]);
  });

  it('of a pair without a price is empty', () => {
    expect(courseOf(NOW, () => null)).toEqual([]);
  });
});
