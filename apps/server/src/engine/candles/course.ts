import type { Price } from '@plecho/domain';

const MINUTE = 60;
/** Between two points of a course, seconds. */
export const COURSE_STEP = 1800;
const STEPS = 48;

/**
 * How a price went in the last 24 hours: what it was every half hour up to `now`, oldest first. It begins with the
 * first that there was; a pair that was silent stands where it stood. Where the minutes before its beginning are not kept
 * any more, it begins with the first one after it.
 *
 * @param now opening time of the current minute, seconds
 * @param closeOf what the minute that opens then closed at; null for one without a tick
 */
export function courseOf(now: number, closeOf: (time: number) => Price | null): Price[] {
  const course: Price[] = [];
  for (let step = STEPS; step >= 0; step -= 1) {
    const end = now - step * COURSE_STEP;
    let close: Price | null = null;
    for (let time = end - MINUTE; close === null && time >= end - COURSE_STEP; time -= MINUTE) close = closeOf(time);
    close ??= course.at(-1) ?? null;
    const until = step === STEPS ? end + COURSE_STEP : end;
    for (let time = end; close === null && time < until; time += MINUTE) close = closeOf(time);
    if (close !== null) course.push(close);
  }
  return course;
}
